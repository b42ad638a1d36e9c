import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Messages, withEnglish } from '@stoa/locales/messages'
import type { Plugin } from 'vite'

/** Of emails, push messages and replies: only the server writes them. */
export const serverMessages = /^(?:mails?|push\.title|notification\.action)\./

/** Adds the English text of messages that a language does not translate yet, as the server does. */
export function untranslatedMessages(): Plugin {
  return {
    name: 'untranslated-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/src\/(?:admin\/)?\w+\.json$/ },
      handler(code, id) {
        const english = readFileSync(join(dirname(id), 'en_US.json'), 'utf8')
        const messages = withEnglish(JSON.parse(english) as Messages, JSON.parse(code) as Messages)
        const used = Object.entries(messages).filter(([key]) => !serverMessages.test(key))
        return { code: JSON.stringify(Object.fromEntries(used)), map: null }
      },
    },
  }
}
