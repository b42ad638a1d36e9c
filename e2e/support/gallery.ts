// The component gallery, which only the gallery build contains.
import type { Page } from '@playwright/test'
import { hydrate } from './hydration.ts'
import type { Visit } from './screens.ts'

export const galleryPath = '/dev/gallery'

type State = { open(page: Page): Promise<void>; part: string }

const clickOpener = (name: string) => async (page: Page) =>
  page.locator(`[data-opens=${name}]`).click()

// A string, because the scripts that import this have no DOM types.
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))'

/** Hydrates the page and waits for the editor, which would otherwise shift open overlays. */
export async function hydrateGallery(page: Page) {
  await hydrate(page)
  await page.locator('.cm-editor').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** Overlays and how to open them. */
export const galleryStates: Record<string, State> = {
  dialog: { open: clickOpener('dialog'), part: '[role=dialog]' },
  'confirm dialog': { open: clickOpener('confirm'), part: '[role=alertdialog]' },
  sheet: { open: clickOpener('sheet'), part: '[role=dialog]' },
  'shortcut sheet': { open: clickOpener('keys'), part: '[role=dialog]' },
  menu: { open: clickOpener('menu'), part: '[role=menu]' },
  popover: { open: clickOpener('popover'), part: '[role=dialog]' },
  toast: {
    open: async (page) => {
      await clickOpener('toast')(page)
      // Hovering pauses the timeout, which is short on a busy machine.
      await page.locator('.toast').hover()
    },
    part: '.toast',
  },
  tooltip: {
    open: async (page) => {
      const trigger = page.locator('[data-opens=tooltip]')
      // Scrolling closes the tooltip, with an event one frame later.
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

/** The full page, and one visit per overlay. */
export const galleryVisits: Visit[] = [
  { ...visit, screen, isFullPage: true },
  ...Object.entries(galleryStates).map(([name, { open, part }]) => ({
    ...visit,
    screen: { ...screen, path: `${galleryPath} ${name}` },
    open: async (page: Page) => {
      await hydrateGallery(page)
      await open(page)
      await page.locator(part).first().waitFor()
    },
  })),
]
