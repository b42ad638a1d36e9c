import pg from 'pg'

/** Creates an empty database on the server of `pnpm services`. */
export async function createDatabase(serverUrl: string, name: string) {
  await runSql(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => runSql(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

export async function runSql<Row = unknown>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(statement, values)
    return rows as Row[]
  } finally {
    await client.end()
  }
}
