/** CPU time relative to the baseline, as last recorded. */
export const recorded = [
  { scenario: 'question-cached', baseline: 'bytes', cpu: 1.3 },
  { scenario: 'question-member', baseline: 'page', cpu: 2.4 },
  { scenario: 'search-rare', baseline: 'sql', cpu: 2.7 },
  { scenario: 'json-object', baseline: 'sql', cpu: 1.7 },
  { scenario: 'json-list', baseline: 'sql', cpu: 1.5 },
  { scenario: 'vote', baseline: 'pgbench', cpu: 11 },
] as const

/** Idle anonymous memory in MB; 70 to 80 when recorded. */
export const maxMemory = 95

/** Tolerance for noise; beyond it `pnpm bench short` fails. */
export const allowed = 1.5
