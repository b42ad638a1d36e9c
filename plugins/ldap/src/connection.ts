import { Client, ResultCodeError } from 'ldapts'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Server, Settings } from './settings.ts'
import { requestTls } from './start-tls.ts'

/** Below the deadline of the site for a login. */
export const loginMs = 12_000
/** Other servers of the directory may answer: busy and unavailable. */
const passingCodes = [51, 52]

/** Uses the first server that can be reached and accepts the bind DN. */
export async function withDirectory<Result>(
  settings: Settings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(loginMs)
  let failure: unknown = new Error('No server is set.')
  for (const server of settings.servers) {
    let client: Client
    try {
      client = await signIn(server, settings, deadline)
    } catch (error) {
      if (!isPassing(error)) throw error
      failure = error
      continue
    }
    try {
      return await work(client)
    } finally {
      await close(client)
    }
  }
  throw failure
}

/** A connection as the user who may search. */
export async function signIn(server: Server, settings: Settings, deadline: AbortSignal) {
  const connectMs = loginMs / settings.servers.length
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(connectMs)])
  const socket = await openSocket(server, settings, signal)
  // Ends whatever still waits for a response.
  deadline.addEventListener('abort', () => socket.destroy(), { once: true })
  const client = clientOn(socket, connectMs)
  try {
    if (settings.bindDn !== '') await client.bind(settings.bindDn, settings.bindPassword)
    return client
  } catch (error) {
    await close(client)
    throw error
  }
}

export async function close(client: Client) {
  // The server may have closed the connection already.
  await client.unbind().catch(() => {})
}

function isPassing(error: unknown): boolean {
  return !(error instanceof ResultCodeError) || passingCodes.includes(error.code)
}

function clientOn(socket: Socket, timeout: number): Client {
  let isUsed = false
  const createConnection = (() => {
    // The client would connect again, without the bind.
    if (isUsed) throw new Error('The server closed the connection.')
    isUsed = true
    return socket
  }) as typeof connect
  return new Client({ url: 'ldap://connected', createConnection, timeout })
}

/** Connected and encrypted, with a server whose certificate is valid for its host. */
async function openSocket(server: Server, settings: Settings, signal: AbortSignal) {
  const { host, port, hasTls } = server
  if (!hasTls && !settings.startTls && !settings.allowsPlain)
    throw new Error('Unencrypted connections are not allowed.')
  const socket = connect({ host, port })
  const sockets: Socket[] = [socket]
  try {
    watch(socket)
    await once(socket, 'connect', { signal })
    if (!hasTls && !settings.startTls) return socket
    if (!hasTls) await requestTls(socket, signal)
    const secured = connectTls({
      socket,
      host,
      servername: isIP(host) === 0 ? host : '',
      ca: settings.ca.length > 0 ? settings.ca : undefined,
      minVersion: 'TLSv1.2',
    })
    sockets.push(secured)
    watch(secured)
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    for (const one of sockets) one.destroy()
    throw signal.aborted ? new Error('The server did not respond in time.') : error
  }
}

/** An end without an error would leave what waits for data waiting, and an error without a listener would end the process. */
function watch(socket: Socket) {
  socket.on('error', () => {})
  socket.once('end', () => socket.destroy(new Error('The server closed the connection.')))
}
