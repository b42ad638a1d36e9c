/** As in docs/operating.md, which a test compares. */
export const backupCommands = [
  'pg_dump --format=custom --file=stoa.dump "$STOA_DATABASE_URL"',
  'tar --create --gzip --file=stoa-files.tar.gz --directory="$STOA_FILES_DIR" .',
  'cp config.yaml stoa-config.yaml',
].join('\n')
