// Every key of every language is used, and every used key exists in English. packages/locales tests the messages.
import { errorCatalog, reasonOf } from '@stoa/contract/errors'
import type { ErrorCode } from '@stoa/contract/errors'
import { allMessages } from '@stoa/locales/all'
import { rootDir } from '../services/ports.ts'
import { findKeyUse, findMissingKeys, findUnusedKeys } from './locale-rules.ts'
import { report } from './report.ts'
import { listSources, readSource } from './sources.ts'

// Keys that are built from error codes and therefore occur in no source file.
const derivedKeys: string[] = (Object.keys(errorCatalog) as ErrorCode[]).map(reasonOf)

const product = listSources(rootDir).filter(
  (file) => /^(apps|packages|plugins)\//.test(file) && !/\.test\.tsx?$/.test(file),
)
const sources = Object.fromEntries(product.map((file) => [file, readSource(rootDir, file)]))
const use = findKeyUse(sources)
report('locales', [
  ...findMissingKeys(Object.keys(allMessages.en_US), use, derivedKeys),
  ...Object.entries(allMessages).flatMap(([locale, messages]) =>
    findUnusedKeys(Object.keys(messages), use, derivedKeys).map(
      (key) => `packages/locales/src/${locale}.json: ${key} is not used anywhere`,
    ),
  ),
])
