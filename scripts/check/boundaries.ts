import { areas, maxKernelFiles, sharedRoles } from '../../boundaries.ts'
import { rootDir } from '../services/ports.ts'
import { findBoundaryProblems } from './boundary-rules.ts'
import { report } from './report.ts'
import { readImports } from './sources.ts'

report(
  'boundaries',
  findBoundaryProblems({ areas, maxKernelFiles, sharedRoles }, readImports(rootDir)),
)
