import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'
import { findDrift } from './migration-drift.ts'
import { report } from './report.ts'

const appDir = join(rootDir, 'apps/server')
report('migrations', await findDrift(appDir, join(appDir, 'node_modules/.bin/drizzle-kit')))
