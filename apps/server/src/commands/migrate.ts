import { listeners } from '../features.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/process/log.ts'
import { migrate } from '../platform/database/migrate.ts'

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
