import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import { openDatabase } from '../kernel/database.ts'
import { createLog } from '../kernel/log.ts'
import { migrate } from '../kernel/migrate.ts'

export async function migrateCommand(print: (text: string) => void) {
  const config = readConfig()
  const database = await openDatabase(config, createLog(config))
  try {
    await migrate(database, listeners)
    print('The database is up to date.')
  } finally {
    await database.close()
  }
}
