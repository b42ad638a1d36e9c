// Keycloak, an identity provider. The archive is an artifact of Maven; a first start takes minutes.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort, servicesDir } from '../services/ports.ts'
import { createRealm, keycloakAdmin } from './keycloak-realm.ts'
import { run, startProgram, waitUntilReady } from './processes.ts'
import type { RunningServer, TestServer } from './test-server.ts'

const version = '26.7.3'
const minJava = 21
const startMs = 20 * 60_000
const folder = join(servicesDir, 'servers')

export const keycloak: TestServer = {
  variable: 'STOA_TEST_KEYCLOAK_URL',
  tests: ['apps/server/test/sign-in/keycloak'],
  start,
}

async function start(): Promise<RunningServer> {
  const home = await install()
  const [port, managementPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  rmSync(join(home, 'data'), { recursive: true, force: true })
  const server = startProgram({
    command: [
      'bash',
      'bin/kc.sh',
      'start-dev',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      `--http-management-port=${managementPort}`,
      '--cache=local',
      `--hostname=${url}`,
    ],
    cwd: home,
    env: {
      JAVA_HOME: findJava(),
      JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx512m',
      KC_BOOTSTRAP_ADMIN_USERNAME: keycloakAdmin.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: keycloakAdmin.password,
    },
    logFile: join(folder, 'keycloak.log'),
  })
  const isReady = async () =>
    (await fetch(`${url}/realms/master/.well-known/openid-configuration`)).ok
  await waitUntilReady({ server, limitMs: startMs, isReady })
  await createRealm(url)
  return { url, stop: () => server.stop() }
}

async function install(): Promise<string> {
  const home = join(folder, `keycloak-${version}`)
  if (existsSync(join(home, 'bin/kc.sh'))) return home
  mkdirSync(folder, { recursive: true })
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`
  await run(
    ...(['mvn', '-q', '-B', 'dependency:copy'] as const),
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${folder}`,
  )
  const archive = join(folder, `keycloak-quarkus-dist-${version}.zip`)
  await run('unzip', '-q', '-o', archive, '-d', folder)
  rmSync(archive)
  return home
}

/** The newest Java of the machine. */
function findJava(): string {
  const found = globSync('/usr/lib/jvm/*/release').map((file) => {
    const major = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    return { home: dirname(file), major: Number(major) }
  })
  const [newest] = found.sort((one, other) => other.major - one.major)
  if (newest === undefined || newest.major < minJava)
    throw new Error(`Keycloak needs Java ${minJava} or newer in /usr/lib/jvm`)
  return newest.home
}
