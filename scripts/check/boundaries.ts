import { areas, maxKernelFiles, sharedRoles } from '../../boundaries.ts'
import { rootDir } from '../services/ports.ts'
import { findBoundaryProblems } from './boundary-rules.ts'
import { findInternalsProblems } from './internals-rules.ts'
import { report } from './report.ts'
import { listSources, readImports, readSource } from './sources.ts'

const texts = listSources(rootDir).map((file) => [file, readSource(rootDir, file)] as const)

report('boundaries', [
  ...findBoundaryProblems({ areas, maxKernelFiles, sharedRoles }, readImports(rootDir)),
  ...findInternalsProblems(Object.fromEntries(texts)),
])
