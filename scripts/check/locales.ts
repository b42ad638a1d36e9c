// Every locale key is used, and every used key exists in English. packages/locales tests the other languages.
import { errorCatalog, reasonOf } from '@stoa/contract/errors'
import type { ErrorCode } from '@stoa/contract/errors'
import english from '@stoa/locales/en_US.json' with { type: 'json' }
import { rootDir } from '../services/ports.ts'
import { findKeyProblems, findKeyUse } from './locale-rules.ts'
import { report } from './report.ts'
import { listSources, readSource } from './sources.ts'

// Keys that are built from error codes and therefore occur in no source file.
const derivedKeys: string[] = (Object.keys(errorCatalog) as ErrorCode[]).map(reasonOf)

const product = listSources(rootDir).filter(
  (file) => /^(apps|packages|plugins)\//.test(file) && !/\.test\.tsx?$/.test(file),
)
const sources = Object.fromEntries(product.map((file) => [file, readSource(rootDir, file)]))
report('locales', findKeyProblems(Object.keys(english), findKeyUse(sources), derivedKeys))
