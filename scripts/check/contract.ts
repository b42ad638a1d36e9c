import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessTiers } from '@stoa/contract/access'
import { endpoints } from '@stoa/contract/endpoints'
import { errorCatalog, impliedErrors } from '@stoa/contract/errors'
import { openApiDocument } from '@stoa/contract/openapi'
import { events } from '../../apps/server/src/events.ts'
import { rootDir } from '../services/ports.ts'
import {
  findEventProblems,
  findMounted,
  findMountProblems,
  findTableProblems,
} from './contract-rules.ts'
import { findEmitProblems, findSilentRoutes } from './emit-rules.ts'
import { findUnboundedLists } from './list-rules.ts'
import { listBounds, silentEndpoints } from './owed.ts'
import { report } from './report.ts'
import { listSources, readSource } from './sources.ts'

const catalog = {
  tiers: accessTiers,
  codes: Object.keys(errorCatalog),
  implied: impliedErrors,
}
const serverFiles = listSources(rootDir).filter(
  (file) => file.startsWith('apps/server/src/') && !file.includes('.test.'),
)
const routeFiles = serverFiles.filter((file) => file.endsWith('.routes.ts'))
const serverSources = Object.fromEntries(
  serverFiles.map((file) => [file, readSource(rootDir, file)]),
)
const sources = Object.fromEntries(routeFiles.map((file) => [file, serverSources[file] ?? '']))
const writing = Object.entries(endpoints).flatMap(([feature, list]) =>
  Object.entries(list)
    .filter(([, endpoint]) => endpoint.changesState)
    .map(([name]) => `${feature}.${name}`),
)

// A contract file that is missing in endpoints.ts would have no routes and no documentation.
const files = readdirSync(join(rootDir, 'packages/contract/src/features'))
const unlisted = files
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !name.endsWith('.test') && !(name in endpoints))
  .filter((name) =>
    /=\s*endpoint\(/.test(readSource(rootDir, `packages/contract/src/features/${name}.ts`)),
  )

report('contract', [
  ...unlisted.map((name) => `endpoints.ts: feature ${name} has endpoints and is not listed`),
  ...findTableProblems(endpoints, catalog),
  ...findMountProblems(endpoints, findMounted(sources)),
  ...findEventProblems(Object.keys(events), Object.values(serverSources)),
  ...findEmitProblems(
    writing,
    findSilentRoutes(serverSources, (file) => routeFiles.includes(file)),
    silentEndpoints,
  ),
  ...findUnboundedLists(openApiDocument(endpoints, { title: '', version: '' }), listBounds),
])
