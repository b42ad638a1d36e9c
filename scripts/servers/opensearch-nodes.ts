// Nodes of OpenSearch. The archive is an artifact of Maven.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, servicesDir } from '../services/ports.ts'

const version = '3.8.0'
const minJava = 21
const folder = join(servicesDir, 'servers')
/** OpenSearch does not run as root. */
const unprivilegedId = 23_456
const startMs = 20 * 60_000

export type Node = { url: string; process: ChildProcess }
export type Cluster = { urls: string[]; nodes: Node[]; stop(): Promise<void> }

/** Starts a cluster and waits until all nodes are in it. */
export async function startNodes(count: number): Promise<Cluster> {
  const home = install()
  const names = Array.from({ length: count }, (_, index) => `n${index + 1}`)
  const ports: { http: number; transport: number }[] = []
  for (const _ of names) ports.push({ http: await freePort(), transport: await freePort() })
  const base = join(folder, `opensearch-nodes-${process.pid}`)
  rmSync(base, { recursive: true, force: true })
  const discovery =
    count === 1
      ? ['discovery.type: single-node']
      : [
          `discovery.seed_hosts: [${ports.map(({ transport }) => `"127.0.0.1:${transport}"`).join(', ')}]`,
          `cluster.initial_cluster_manager_nodes: [${names.join(', ')}]`,
        ]
  const nodes = names.map((name, index): Node => {
    const { http = 0, transport = 0 } = ports[index] ?? {}
    const dir = join(base, name)
    const settings = [
      'cluster.name: stoa-test',
      `node.name: ${name}`,
      `path.data: ${dir}/data`,
      `path.logs: ${dir}/logs`,
      'network.host: 127.0.0.1',
      `http.port: ${http}`,
      `transport.port: ${transport}`,
      'node.store.allow_mmap: false',
      'cluster.routing.allocation.disk.threshold_enabled: false',
      ...discovery,
    ]
    return { url: `http://127.0.0.1:${http}`, process: startNode(home, dir, settings) }
  })
  const cluster = { urls: nodes.map(({ url }) => url), nodes, stop: () => stop(nodes, base) }
  await waitUntilComplete(cluster, count)
  return cluster
}

function install(): string {
  const home = join(folder, `opensearch-${version}`)
  if (existsSync(join(home, 'bin/opensearch'))) return home
  mkdirSync(folder, { recursive: true })
  const artifact = `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`
  run('mvn', [
    '-q',
    '-B',
    'dependency:copy',
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${folder}`,
  ])
  const archive = join(folder, `opensearch-${version}.zip`)
  run('unzip', ['-q', '-o', archive, '-d', folder])
  run('chmod', ['-R', 'a+rX', home])
  rmSync(archive)
  return home
}

function run(file: string, args: readonly string[]) {
  const { status } = spawnSync(file, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed`)
}

function startNode(home: string, dir: string, settings: readonly string[]): ChildProcess {
  const [config, temp] = [join(dir, 'config'), join(dir, 'tmp')]
  for (const name of ['config', 'data', 'logs', 'tmp'])
    mkdirSync(join(dir, name), { recursive: true })
  cpSync(join(home, 'config'), config, { recursive: true })
  writeFileSync(join(config, 'opensearch.yml'), `${settings.join('\n')}\n`)
  const options = readFileSync(join(config, 'jvm.options'), 'utf8')
    .replaceAll(/^-Xm([sx]).*$/gm, '-Xm$1384m')
    .replaceAll('logs/', `${dir}/logs/`)
    .replace('HeapDumpPath=data', `HeapDumpPath=${temp}`)
  writeFileSync(join(config, 'jvm.options'), options)
  const isRoot = process.getuid?.() === 0
  if (isRoot)
    for (const file of ['.', ...globSync('**', { cwd: dir })])
      chownSync(join(dir, file), unprivilegedId, unprivilegedId)
  const log = openSync(join(dir, 'out.log'), 'w')
  return spawn('bin/opensearch', {
    cwd: home,
    env: {
      ...process.env,
      JAVA_HOME: findJava(),
      OPENSEARCH_PATH_CONF: config,
      OPENSEARCH_TMPDIR: temp,
      HOME: dir,
    },
    stdio: ['ignore', log, log],
    ...(isRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {}),
  })
}

/** The newest Java of the machine. */
function findJava(): string {
  const found = globSync('/usr/lib/jvm/*/release').map((file) => {
    const major = /^JAVA_VERSION="(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    return { home: dirname(file), major: Number(major) }
  })
  const [newest] = found.sort((one, other) => other.major - one.major)
  if (newest === undefined || newest.major < minJava)
    throw new Error(`OpenSearch needs Java ${minJava} or newer in /usr/lib/jvm`)
  return newest.home
}

async function waitUntilComplete({ nodes, stop: stopAll }: Cluster, count: number) {
  const deadline = Date.now() + startMs
  const isReady = async ({ url }: Node) => {
    const response = await fetch(`${url}/_cluster/health`)
    const health = (await response.json()) as { number_of_nodes?: number }
    return health.number_of_nodes === count
  }
  for (const node of nodes) {
    while (!(await isReady(node).catch(() => false))) {
      const { exitCode } = node.process
      if (exitCode === null && Date.now() < deadline) await sleep(500)
      else {
        await stopAll()
        throw new Error(`OpenSearch did not start (exit code ${exitCode}): see ${folder}`)
      }
    }
  }
}

async function stop(nodes: readonly Node[], base: string) {
  for (const { process: node } of nodes) {
    if (node.exitCode !== null || node.signalCode !== null) continue
    const ended = once(node, 'exit')
    node.kill('SIGTERM')
    await ended
  }
  rmSync(base, { recursive: true, force: true })
}
