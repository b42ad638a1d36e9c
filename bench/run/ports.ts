import type { Server } from 'node:net'

export function portOf(server: Server) {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}
