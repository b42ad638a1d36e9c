// Every key of every language is used, and every used key exists in English. packages/locales tests the messages.
// With `--release`, every language has every key.
import { errorCatalog, reasonOf } from '@stoa/contract/errors'
import type { ErrorCode } from '@stoa/contract/errors'
import { getMessages, listUntranslated, messageFiles } from '@stoa/locales/all'
import { languages } from '@stoa/locales/languages'
import { serverMessages } from '../../apps/web/vite/untranslated.ts'
import { rootDir } from '../services/ports.ts'
import {
  describeUntranslated,
  findKeyUse,
  findMisplacedKeys,
  findMissingKeys,
  findServerKeys,
  findUnusedKeys,
} from './locale-rules.ts'
import { note, report } from './report.ts'
import { listSources, readSource } from './sources.ts'

// Keys that are built from error codes and therefore occur in no source file.
const derivedKeys: string[] = (Object.keys(errorCatalog) as ErrorCode[]).map(reasonOf)

// Plugins have messages of their own.
const product = listSources(rootDir).filter(
  (file) => /^(apps|packages(?!\/sign-in))\//.test(file) && !/\.test\.tsx?$/.test(file),
)
const sources = Object.fromEntries(product.map((file) => [file, readSource(rootDir, file)]))
const use = findKeyUse(sources)
const findUseIn = (isChosen: (file: string) => boolean) =>
  findKeyUse(Object.fromEntries(Object.entries(sources).filter(([file]) => isChosen(file))))
// The server has all messages.
const isOnPages = (file: string) => file.startsWith('apps/web/app/')
const isOutsideAdmin = (file: string) => isOnPages(file) && !/\/admin[-/.]/.test(file)
const isRelease = process.argv.includes('--release')
const untranslated = languages.flatMap(({ locale }) =>
  describeUntranslated(locale, listUntranslated(locale)),
)
if (!isRelease) for (const line of untranslated) note(line)
report('locales', [
  ...(isRelease ? untranslated : []),
  ...findMisplacedKeys(
    Object.keys(messageFiles.en_US['admin/en_US.json'] ?? {}),
    findUseIn(isOutsideAdmin),
  ),
  ...findServerKeys(
    Object.keys(getMessages('en_US')).filter((key) => serverMessages.test(key)),
    findUseIn(isOnPages),
  ),
  ...findMissingKeys(Object.keys(getMessages('en_US')), use, derivedKeys),
  ...languages.flatMap(({ locale }) =>
    findUnusedKeys(Object.keys(getMessages(locale)), use, derivedKeys).map(
      (key) => `packages/locales/src/${locale}.json: ${key} is not used anywhere`,
    ),
  ),
])
