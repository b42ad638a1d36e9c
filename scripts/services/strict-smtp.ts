// An SMTP server for tests of what mail servers reject.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Options = {
  /** `SSL` is TLS from the start; nothing offers no TLS. Its certificate has expired. */
  encryption?: 'SSL' | 'TLS' | ''
  password?: string
  /** Answers `RCPT TO` with this error. */
  rejects?: string
}

export async function startStrictSmtp({ encryption = '', password, rejects }: Options = {}) {
  const options: SMTPServerOptions = {
    secure: encryption === 'SSL',
    disabledCommands: encryption === 'TLS' ? [] : ['STARTTLS'],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username ?? '' })
        : done(new Error('Authentication failed')),
    onRcptTo: (_address, _session, done) =>
      rejects === undefined
        ? done()
        : done(Object.assign(new Error(rejects), { responseCode: 554 })),
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done())
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => {
    // Clients end connections in the middle.
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
