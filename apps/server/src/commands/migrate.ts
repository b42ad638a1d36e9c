import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import { openDatabase } from '../kernel/database.ts'
import { makeLog } from '../kernel/log.ts'
import { migrate } from '../kernel/migrate.ts'

export async function migrateCommand(say: (text: string) => void) {
  const config = readConfig()
  const database = await openDatabase(config, makeLog(config))
  try {
    await migrate(database, listeners)
    say('The database is up to date.')
  } finally {
    await database.close()
  }
}
