import { deleteEncryptedPluginSecrets } from '../features/admin/plugins/stored-secrets.ts'
import { deleteEncryptedWebhookSecrets } from '../features/admin/webhooks/stored-secrets.ts'
import { deleteEncryptedTotpSecrets } from '../features/people/auth/second-factor/stored-secrets.ts'
import { readConfig } from '../platform/process/read-config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/process/log.ts'
import { deleteEncryptedSettings } from '../platform/secrets/secret-settings.ts'

/** For a lost secret key, without which no process starts. */
export async function secrets(args: string[], print: (text: string) => void) {
  if (args[0] !== 'forget') {
    process.exitCode = 2
    return print('Usage: stoa secrets forget')
  }
  const config = readConfig()
  const database = await openDatabase(config, createLog(config))
  try {
    const { users, hooks, plugins } = await database.transaction(async (tx) => {
      await deleteEncryptedSettings(tx)
      return {
        users: await deleteEncryptedTotpSecrets(tx),
        hooks: await deleteEncryptedWebhookSecrets(tx),
        plugins: await deleteEncryptedPluginSecrets(tx),
      }
    })
    print(`Encrypted secrets deleted. ${users} user(s) must set up their authenticator app again.`)
    if (hooks > 0) print(`${hooks} webhook(s) are paused until they get a new secret.`)
    if (plugins > 0) print(`${plugins} plugin(s) need their secret settings again.`)
    print('If the SMTP password was stored in the mail settings, enter it again.')
  } finally {
    await database.close()
  }
}
