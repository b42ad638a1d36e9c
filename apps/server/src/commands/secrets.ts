import { forgetTotpSecrets } from '../features/second-factor/stored-secrets.ts'
import { readConfig } from '../kernel/config.ts'
import { openDatabase } from '../kernel/database.ts'
import { makeLog } from '../kernel/log.ts'
import { forgetSettings } from '../kernel/secret-settings.ts'

/** Deletes everything that was encrypted, for when the key is lost: without it no process starts. */
export async function secrets(words: string[], say: (text: string) => void) {
  if (words[0] !== 'forget') {
    process.exitCode = 2
    return say('Usage: stoa secrets forget')
  }
  const config = readConfig()
  const database = await openDatabase(config, makeLog(config))
  try {
    const users = await database.transaction(async (tx) => {
      await forgetSettings(tx)
      return await forgetTotpSecrets(tx)
    })
    say(
      `Encrypted secrets are deleted. ${users} user(s) have to set up their authenticator app again.`,
    )
    say('Enter the SMTP password again if it was among the mail settings.')
  } finally {
    await database.close()
  }
}
