import { definePlugin, Rejection } from '@stoa/plugin-kit/server'
import { toExternalUser } from './account.ts'
import { withDirectory } from './connection.ts'
import { testServers } from './connection-test.ts'
import { authenticate } from './directory.ts'
import { describeError } from './errors.ts'
import { readSettings } from './settings.ts'
import { findProblems } from './settings-problems.ts'

const maxLength = 255
const maxMessage = 500
const unavailable = 'Logging in is not possible at the moment. Please try again later.'

export default definePlugin({
  connector: {
    async check({ username, password }, kit) {
      if (!isUsable(username) || !isUsable(password)) return null
      const settings = readSettings(kit.settings)
      try {
        const credentials = { username, password }
        const user = await withDirectory(
          settings,
          async (client) => await authenticate(client, settings, credentials),
        )
        return user === null ? null : toExternalUser(user, settings)
      } catch (error) {
        if (error instanceof Rejection) throw error
        // Not a failure of the plugin: the site would disable it after some.
        kit.log.error(`login failed: ${describeError(error)}`)
        throw new Rejection(unavailable)
      }
    },
  },

  actions: {
    async test(kit) {
      const { isOk, text } = await testServers(readSettings(kit.settings))
      const message = text.slice(0, maxMessage)
      if (!isOk) throw new Rejection(message)
      return message
    },
  },

  checkSettings: findProblems,
})

/** An empty password would bind as an anonymous user, as would one that a server reads until its first NUL. */
function isUsable(text: string): boolean {
  return text !== '' && text.length <= maxLength && !text.includes('\0')
}
