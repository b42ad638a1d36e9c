// SMTP server that writes every email to a file. Usage: node sink.ts <port> <inbox folder>
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

const [port, inboxDir] = process.argv.slice(2)
if (!port || !inboxDir) throw new Error('usage: node sink.ts <port> <inbox folder>')

let received = 0

const server = new SMTPServer({
  // Without a valid certificate, clients that upgrade automatically would reject STARTTLS.
  hideSTARTTLS: true,
  authOptional: true,
  allowInsecureAuth: true,
  onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
  onData(stream, session, done) {
    void buffer(stream).then((body) => {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = [
        `X-Envelope-From: ${mailFrom ? mailFrom.address : ''}`,
        ...rcptTo.map((to) => `X-Envelope-To: ${to.address}`),
      ]
      // The name contains the arrival time. Renaming makes the write atomic.
      const name = `${Date.now()}-${String(++received).padStart(6, '0')}`
      const tempFile = join(inboxDir, `${name}.part`)
      writeFileSync(tempFile, Buffer.concat([Buffer.from(`${envelope.join('\r\n')}\r\n`), body]))
      renameSync(tempFile, join(inboxDir, `${name}.eml`))
      done()
    }, done)
  },
})

server.on('error', (error) => {
  console.error(error)
  process.exit(1)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit(0)))
