// Certificates for servers of tests.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type KeyPair = { certificate: string; key: string }
export type Authority = KeyPair & {
  /** For hosts such as `DNS:localhost` and `IP:127.0.0.1`. With negative days it has expired. */
  issue(hosts: string[], days?: number): KeyPair
}

const ellipticCurve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

export function createAuthority(name = 'Test authority'): Authority {
  const authority = createCertificate(name, ellipticCurve)
  return {
    ...authority,
    issue: (hosts, days = 2) =>
      inFolder((dir) => {
        writeFileSync(join(dir, 'ca.pem'), authority.certificate)
        writeFileSync(join(dir, 'ca.key'), authority.key)
        writeFileSync(join(dir, 'extensions'), `subjectAltName=${hosts.join(',')}`)
        const request = ['-new', ...ellipticCurve, '-subj', '/CN=server']
        openssl(dir, ['req', ...request, '-keyout', 'server.key', '-out', 'server.csr'])
        const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', `${days}`]
        const files = ['-in', 'server.csr', '-extfile', 'extensions', '-out', 'server.pem']
        openssl(dir, ['x509', '-req', ...signed, ...files])
        return readPair(dir, 'server')
      }),
  }
}

/** Signs itself. */
export function createCertificate(name: string, algorithm = ['-newkey', 'rsa:2048', '-nodes']) {
  return inFolder((dir) => {
    const request = ['-x509', '-new', ...algorithm, '-subj', `/CN=${name}`, '-days', '2']
    openssl(dir, ['req', ...request, '-keyout', 'own.key', '-out', 'own.pem'])
    return readPair(dir, 'own')
  })
}

function openssl(dir: string, args: string[]) {
  execFileSync('openssl', args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
}

function readPair(dir: string, name: string): KeyPair {
  const read = (extension: string) => readFileSync(join(dir, `${name}.${extension}`), 'utf8')
  return { certificate: read('pem'), key: read('key') }
}

function inFolder<Result>(work: (dir: string) => Result): Result {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-certificates-'))
  try {
    return work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
