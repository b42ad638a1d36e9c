// The pieces that hold the keyboard, used with nothing else.
import type { Locator, Page } from '@playwright/test'
import { wake } from './support/running.ts'
import { expect, test } from './support/test.ts'

test.use({ product: 'gallery' })

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/gallery')
  await wake(page)
})

/** The thing under the keyboard has a visible ring, of its own or around the field it stands in. */
async function expectRing(focused: Locator) {
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
  // A key was the last thing touched, so that the browser shows where the focus is.
  await page.keyboard.press('Tab')
  await target.focus()
}

for (const [name, role] of [
  ['dialog', 'dialog'],
  ['confirm', 'alertdialog'],
  ['sheet', 'dialog'],
  ['keys', 'dialog'],
] as const) {
  test(`${name}: opens, keeps the focus inside, closes with Escape and gives it back`, async ({
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
    await expectRing(dialog.locator(':focus'))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expectRing(opener)
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
  // The disabled entry is passed over.
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitemcheckbox', { name: 'Compact rows' })).toBeFocused()
  await page.keyboard.press('d')
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expectRing(opener)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('combobox: typing filters, arrows choose, Enter takes, Escape closes', async ({ page }) => {
  const field = page.getByRole('combobox', { name: 'Time zone' })
  await focusByKeyboard(page, field)
  await expectRing(field)
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

test('tag picker: adds, makes and removes tags', async ({ page }) => {
  const field = page.getByRole('combobox', { name: 'Tags' })
  const chosen = page.locator('input[type=hidden][name=tags]')
  await focusByKeyboard(page, field)
  await expectRing(field)
  await page.keyboard.type('post')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(3)
  await page.keyboard.type('Brand-new,')
  await expect(chosen.last()).toHaveValue('brand-new')
  await page.keyboard.press('Backspace')
  await expect(chosen).toHaveCount(3)
  await page.keyboard.press('Shift+Tab')
  const remove = page.getByRole('button', { name: 'Remove postgresql' })
  await expectRing(remove)
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveCount(2)
  await expect(field).toBeFocused()
})

test('tabs: one stop each, the current one is said, Escape leaves the rest', async ({ page }) => {
  const tabs = page.getByRole('navigation', { name: 'Sort' }).first()
  const links = tabs.getByRole('link')
  await focusByKeyboard(page, links.first())
  await expectRing(links.first())
  await expect(tabs.locator('[aria-current=page]')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expectRing(links.nth(1))
  const more = tabs.locator('summary').first()
  await focusByKeyboard(page, more)
  await page.keyboard.press('Enter')
  const hidden = tabs.locator('details a').first()
  await expect(hidden).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(hidden).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(hidden).toBeHidden()
  await expectRing(more)
})

test('segmented control: arrows move the choice', async ({ page }) => {
  const both = page.getByRole('radio', { name: 'Both' }).first()
  await focusByKeyboard(page, both)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Preview' }).first()).toBeChecked()
})

test('toast: reached with F8, pauses while it has the focus, gives it back', async ({ page }) => {
  const opener = page.locator('[data-opens=toast]')
  await focusByKeyboard(page, opener)
  await page.keyboard.press('Enter')
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expectRing(page.locator(':focus'))
  await page.waitForTimeout(5500)
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Put back', { exact: true })).toBeVisible()
})

test('the account menu and the skip link need no mouse', async ({ page }) => {
  await page.reload()
  await page.keyboard.press('Tab')
  await expectRing(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const account = page.getByRole('button', { name: 'Your account' })
  await focusByKeyboard(page, account)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Profile' })).toBeHidden()
  await expectRing(account)
})
