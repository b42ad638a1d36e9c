// Keyboard support of the interactive components.
import type { Locator, Page } from '@playwright/test'
import { hydrate } from './support/hydration.ts'
import { expect, test } from './support/test.ts'

test.use({ product: 'gallery' })

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/gallery')
  await hydrate(page)
})

/** The focused element, or the input frame around it, has a visible focus ring. */
async function expectFocusRing(focused: Locator) {
  await expect(focused).toBeFocused()
  const width = await focused.evaluate((element) => {
    const ringed = [element, element.closest('.input-frame')].map((one) =>
      one === null ? 0 : Number.parseFloat(getComputedStyle(one).outlineWidth),
    )
    return Math.max(...ringed)
  })
  expect(width).toBeGreaterThanOrEqual(2)
}

async function focusByKeyboard(page: Page, target: Locator) {
  // Browsers show a focus ring only after a key press.
  await page.keyboard.press('Tab')
  await target.focus()
}

for (const [name, role] of [
  ['dialog', 'dialog'],
  ['confirm', 'alertdialog'],
  ['sheet', 'dialog'],
  ['keys', 'dialog'],
] as const) {
  test(`${name}: opens, traps the focus, closes with Escape and returns the focus`, async ({
    page,
  }) => {
    const opener = page.locator(`[data-opens=${name}]`)
    await focusByKeyboard(page, opener)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole(role)
    await expect(dialog).toBeVisible()
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    }
    await expectFocusRing(dialog.locator(':focus'))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expectFocusRing(opener)
  })
}

test('menu: arrows, first letters, Enter and Escape', async ({ page }) => {
  const opener = page.locator('[data-opens=menu]')
  await focusByKeyboard(page, opener)
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'History' })).toBeFocused()
  // The disabled item is skipped.
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Compact rows' })).toBeFocused()
  await page.keyboard.press('d')
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expectFocusRing(opener)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('combobox: typing filters, arrows choose, Enter selects, Escape closes', async ({ page }) => {
  const field = page.getByRole('combobox', { name: 'Time zone' })
  await focusByKeyboard(page, field)
  await expectFocusRing(field)
  await field.press('Control+a')
  await page.keyboard.type('a')
  const list = page.getByRole('listbox', { name: 'Time zones' })
  await expect(list.getByRole('option')).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  const active = await field.getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${active}"]`)).toContainText('Asia/Shanghai')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Asia/Shanghai')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(field).toBeFocused()
})

test('tag picker: adds, creates and removes tags', async ({ page }) => {
  const field = page.getByRole('combobox', { name: 'Tags' })
  const chosen = page.locator('input[type=hidden][name=tags]')
  await focusByKeyboard(page, field)
  await expectFocusRing(field)
  await page.keyboard.type('post')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(3)
  await page.keyboard.type('Brand-new,')
  await expect(chosen.last()).toHaveValue('brand-new')
  await page.keyboard.press('Backspace')
  await expect(chosen).toHaveCount(3)
  await page.keyboard.press('Shift+Tab')
  const remove = page.getByRole('button', { name: 'Remove postgresql' })
  await expectFocusRing(remove)
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(2)
  await expect(field).toBeFocused()
})

test('tabs: one tab stop each, the current one is marked, Escape closes the menu', async ({
  page,
}) => {
  const tabs = page.getByRole('navigation', { name: 'Sort' }).first()
  const links = tabs.getByRole('link')
  await focusByKeyboard(page, links.first())
  await expectFocusRing(links.first())
  await expect(tabs.locator('[aria-current=page]')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expectFocusRing(links.nth(1))
  const more = tabs.locator('summary').first()
  await focusByKeyboard(page, more)
  await page.keyboard.press('Enter')
  const hidden = tabs.locator('details a').first()
  await expect(hidden).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(hidden).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(hidden).toBeHidden()
  await expectFocusRing(more)
})

test('segmented control: arrow keys change the selection', async ({ page }) => {
  const both = page.getByRole('radio', { name: 'Both' }).first()
  await focusByKeyboard(page, both)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Preview' }).first()).toBeChecked()
})

test('toast: reached with F8, pauses while focused, returns the focus', async ({ page }) => {
  await page.clock.install()
  const opener = page.locator('[data-opens=toast]')
  await focusByKeyboard(page, opener)
  await page.keyboard.press('Enter')
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expectFocusRing(page.locator(':focus'))
  // Longer than a toast stays.
  await page.clock.runFor(5500)
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bookmark removed.', { exact: true })).toBeVisible()
})

test('the account menu and the skip link work with the keyboard', async ({ page }) => {
  await page.reload()
  await page.keyboard.press('Tab')
  await expectFocusRing(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const account = page.getByRole('button', { name: 'Your account' })
  await focusByKeyboard(page, account)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Profile' })).toBeHidden()
  await expectFocusRing(account)
})
