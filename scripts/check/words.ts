// Checks the language of sources, docs and English locale strings against word-rules.ts.
import { globSync } from 'node:fs'
import { rootDir } from '../services/ports.ts'
import { report } from './report.ts'
import { readSource } from './sources.ts'
import { findWordProblems, wordRules } from './word-rules.ts'

const folders = '{apps,packages,plugins,e2e,scripts,bench,deploy,docs}'
const extensions = '{ts,tsx,js,css,md,conf,tmpl}'
const excludedFolders = /(^|\/)(node_modules|dist|drizzle|\.react-router)(\/|$)|^apps\/web\/build/
// They quote the words.
const excludedFiles = new Set([
  'docs/voice.md',
  'scripts/check/word-rules.ts',
  'scripts/check/words.test.ts',
])

const files = globSync(
  [
    `${folders}/**/*.${extensions}`,
    '*.{md,ts}',
    'packages/locales/src/{,admin/}en_US.json',
    'scripts/setup',
  ],
  { cwd: rootDir, exclude: (path) => excludedFolders.test(path) },
).filter((file) => !excludedFiles.has(file))

const texts = Object.fromEntries(files.toSorted().map((file) => [file, readSource(rootDir, file)]))
report('words', findWordProblems(wordRules, texts))
