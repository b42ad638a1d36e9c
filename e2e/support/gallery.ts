// The page of all pieces, which only the gallery build of the product has.
import type { Page } from '@playwright/test'
import { wake } from './running.ts'
import type { Visit } from './screens.ts'

export const galleryPath = '/dev/gallery'

type State = { open(page: Page): Promise<void>; part: string }

const by = (name: string) => async (page: Page) => page.locator(`[data-opens=${name}]`).click()

// As text: the scripts that use this too know no document.
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))'

/** Wakes the page and waits for what comes after it: an editor that comes late moves what is open already. */
export async function wakeGallery(page: Page) {
  await wake(page)
  await page.locator('.cm-editor').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** What opens over the page, and how. */
export const galleryStates: Record<string, State> = {
  dialog: { open: by('dialog'), part: '[role=dialog]' },
  'confirm dialog': { open: by('confirm'), part: '[role=alertdialog]' },
  sheet: { open: by('sheet'), part: '[role=dialog]' },
  'shortcut sheet': { open: by('keys'), part: '[role=dialog]' },
  menu: { open: by('menu'), part: '[role=menu]' },
  popover: { open: by('popover'), part: '[role=dialog]' },
  toast: {
    open: async (page) => {
      await by('toast')(page)
      // Its clock stands still under the mouse; five seconds are short on a busy machine.
      await page.locator('.toast').hover()
    },
    part: '.toast',
  },
  tooltip: {
    open: async (page) => {
      const trigger = page.locator('[data-opens=tooltip]')
      // Scrolling would close it, and is told a frame later.
      await trigger.scrollIntoViewIfNeeded()
      await page.evaluate(twoFrames)
      await trigger.focus()
    },
    part: '[role=tooltip]',
  },
  'combobox list': {
    open: (page) => page.getByRole('combobox', { name: 'Time zone' }).click(),
    part: '[role=listbox]',
  },
  'tag list': {
    open: (page) => page.getByRole('combobox', { name: 'Tags' }).click(),
    part: '[role=listbox]',
  },
  'account menu': {
    open: (page) => page.getByRole('button', { name: 'Your account' }).click(),
    part: '#account-menu',
  },
}

const screen = { path: galleryPath, guard: 'none', area: 'dev' }
const visit = { path: galleryPath, as: null, status: 200 }

/** The whole page, and one view for each thing that opens over it. */
export const galleryVisits: Visit[] = [
  { ...visit, screen, isWhole: true },
  ...Object.entries(galleryStates).map(([name, { open, part }]) => ({
    ...visit,
    screen: { ...screen, path: `${galleryPath} ${name}` },
    open: async (page: Page) => {
      await wakeGallery(page)
      await open(page)
      await page.locator(part).first().waitFor()
    },
  })),
]
