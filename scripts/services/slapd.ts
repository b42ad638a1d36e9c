// An OpenLDAP server for one test, with data of its own.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { KeyPair } from './certificates.ts'
import { freePort } from './ports.ts'

export type Slapd = {
  /** Without TLS, or with StartTLS. */
  url: string
  tlsUrl: string
  stop(): Promise<void>
}

type Options = { suffix: string; ldif: string; tls: KeyPair & { authority: string } }

const rootPassword = 'root password'
const startMs = 60_000

export async function startSlapd({ suffix, ldif, tls }: Options): Promise<Slapd> {
  const dir = mkdtempSync(join(tmpdir(), 'stoa-slapd-'))
  mkdirSync(join(dir, 'data'))
  const files = {
    'slapd.conf': configOf(dir, suffix),
    'server.pem': tls.certificate,
    'server.key': tls.key,
    'ca.pem': tls.authority,
    'seed.ldif': ldif,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  chmodSync(dir, 0o755)
  // As root, it runs as the account of the Debian package.
  if (isRoot()) execFileSync('chown', ['-R', 'openldap:openldap', dir])
  const [plain, secure] = [await freePort(), await freePort()]
  const urls = { url: `ldap://127.0.0.1:${plain}`, tlsUrl: `ldaps://127.0.0.1:${secure}` }
  const owner = ['--reuid=openldap', '--regid=openldap', '--clear-groups']
  const flags = ['--pdeathsig', 'KILL', ...(isRoot() ? owner : [])]
  const program = ['/usr/sbin/slapd', '-d', '0', '-f', join(dir, 'slapd.conf')]
  const args = [...flags, '--', ...program, '-h', `${urls.url} ${urls.tlsUrl}`]
  const child = spawn('setpriv', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = once(child, 'exit')
  await seed(urls.url, { dir, suffix, hasEnded: () => child.exitCode !== null }).catch((error) => {
    child.kill('SIGKILL')
    throw new Error(`slapd did not start:\n${output}`, { cause: error })
  })
  return {
    ...urls,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

type Seeding = { dir: string; suffix: string; hasEnded(): boolean }

/** Through the server, so that it maintains the groups of users. */
async function seed(url: string, { dir, suffix, hasEnded }: Seeding) {
  const login = ['-x', '-H', url, '-D', `cn=root,${suffix}`, '-w', rootPassword]
  const deadline = Date.now() + startMs
  for (;;) {
    try {
      await promisify(execFile)('ldapwhoami', login)
      break
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) throw error
      await sleep(30)
    }
  }
  await promisify(execFile)('ldapadd', [...login, '-f', join(dir, 'seed.ldif')])
}

function configOf(dir: string, suffix: string): string {
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis']
  return [
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'moduleload memberof',
    ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
    // As in Active Directory.
    `attributetype ( 1.3.6.1.4.1.99999.1 NAME 'objectGUID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )`,
    `objectclass ( 1.3.6.1.4.1.99999.2 NAME 'securityPrincipal' AUXILIARY MAY objectGUID )`,
    `pidfile ${dir}/slapd.pid`,
    `TLSCACertificateFile ${dir}/ca.pem`,
    `TLSCertificateFile ${dir}/server.pem`,
    `TLSCertificateKeyFile ${dir}/server.key`,
    // As many servers do: a DN without a password binds as an anonymous user.
    'allow bind_anon_dn',
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by users read by * none',
    'database mdb',
    `suffix "${suffix}"`,
    `rootdn "cn=root,${suffix}"`,
    `rootpw "${rootPassword}"`,
    `directory ${dir}/data`,
    'overlay memberof',
    '',
  ].join('\n')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
