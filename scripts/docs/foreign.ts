// Names in the documentation that the code does not contain, by reason.
// A name that the code contains, or that no page mentions, fails the test.

export const foreignNames: Record<string, readonly string[]> = {
  JavaScript: ['crypto.subtle'],
  HTTP: ['Authorization', '?utm_source=…'],
  'other programs': [
    'HIT',
    'LANG=ar',
    'fonts-noto-cjk',
    'fonts-noto-core',
    'import/no-cycle',
    'node --expose-gc',
    'openssl rand -base64 32',
    'prlimit',
    'smtps://',
    'under-pressure',
    'upstream',
    'xkey',
  ],
  PostgreSQL: [
    'max_prepared_statements',
    'max_slot_wal_keep_size',
    'pg_hba.conf',
    "select pg_drop_replication_slot('stoa_replica_1')",
    'select application_name, state, replay_lag from pg_stat_replication',
    'streaming',
  ],
  'examples of values and formats': [
    'stoa_key_[0-9]+_[0-9a-f]{64}',
    '[a] foo [b]',
    'area: Imperative sentence.',
    "it('returns the same response when repeated')",
    'o10010000000000123',
    'stoa1:<key id>:<iv, text and tag>',
    'u42',
  ],
  'bad examples': ['Kept', 'from bookmarks'],
  'the specified API, which Stoa does not follow here': ['ssl_enabled: false'],
}
