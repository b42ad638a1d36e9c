import type { Locale } from './languages.ts'
import { provideMessages, type Messages } from './messages.ts'

type File = () => Promise<{ default: Messages }>

// Explicit imports give one chunk per file. No import attribute: the development server responds with
// JavaScript, which a browser rejects as JSON.
const siteFiles: Record<Locale, File> = {
  en_US: () => import('./en_US.json'),
  ar: () => import('./ar.json'),
  zh_CN: () => import('./zh_CN.json'),
}
const adminFiles: Record<Locale, File> = {
  en_US: () => import('./admin/en_US.json'),
  ar: () => import('./admin/ar.json'),
  zh_CN: () => import('./admin/zh_CN.json'),
}

const locales = new Set<Locale>()
const parts = new Set([siteFiles])
const loads = new Map<File, Promise<void>>()

/** Loads the messages that `translator(locale)` needs. */
export async function loadMessages(locale: Locale): Promise<void> {
  locales.add(locale)
  await loadAll()
}

/** Loads those of the admin area too, in the language of the page and in every later one. */
export async function loadAdminMessages(): Promise<void> {
  parts.add(adminFiles)
  await loadAll()
}

async function loadAll() {
  const wanted = [...locales].flatMap((locale) => [...parts].map((files) => ({ locale, files })))
  await Promise.all(wanted.map(({ locale, files }) => load(locale, files[locale])))
}

function load(locale: Locale, file: File): Promise<void> {
  const existing = loads.get(file)
  if (existing) return existing
  const loading = file().then((module) => provideMessages(locale, module.default))
  loads.set(file, loading)
  return loading
}
