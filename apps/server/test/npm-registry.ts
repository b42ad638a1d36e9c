import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const variable = 'npm_config_registry'

/** A registry with one version of one package, which npm uses until it is closed. */
export async function serveNpm(
  name: string,
  archive: Buffer,
  version = '1.0.0',
): Promise<() => void> {
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const server = createServer((request, response) => {
    const tarball = `http://${request.headers.host}/${name}.tgz`
    if (request.url === `/${name}.tgz`) return response.end(archive)
    if (request.url !== `/${name}`) return response.writeHead(404).end('{}')
    const versions = { [version]: { name, version, dist: { tarball, integrity } } }
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const before = process.env[variable]
  process.env[variable] = `http://127.0.0.1:${port}/`
  return () => {
    if (before === undefined) delete process.env[variable]
    else process.env[variable] = before
    server.close()
  }
}
