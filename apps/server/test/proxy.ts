import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** `hang` accepts connections and never responds; `down` refuses and closes them. */
export type ProxyMode = 'pass' | 'hang' | 'down'

/** A TCP proxy for simulating network faults. */
export async function aProxy(targetPort: number) {
  let mode: ProxyMode = 'pass'
  const pairs = new Set<{ client: Socket; server: Socket | null }>()
  const proxy = createServer((client) => {
    if (mode === 'down') return void client.destroy()
    const pair = { client, server: mode === 'hang' ? null : connect(targetPort, '127.0.0.1') }
    pairs.add(pair)
    const end = () => {
      client.destroy()
      pair.server?.destroy()
      pairs.delete(pair)
    }
    for (const socket of [client, pair.server]) socket?.on('error', end).on('close', end)
    client.on('data', (bytes) => mode === 'pass' && pair.server?.write(bytes))
    pair.server?.on('data', (bytes) => mode === 'pass' && client.write(bytes))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const closeAll = () => pairs.forEach(({ client }) => client.destroy())
  return {
    port,
    set(next: ProxyMode) {
      // Bytes sent while hanging are lost, so these connections cannot be reused.
      if (mode === 'hang' || next === 'down') closeAll()
      mode = next
    },
    close() {
      closeAll()
      proxy.close()
    },
  }
}
