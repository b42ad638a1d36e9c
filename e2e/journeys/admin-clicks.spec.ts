import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../../scripts/services/ports.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, askAs, logInAsAdmin } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

/** The clicks that docs/admin-clicks.md promises, by task. */
const documented = new Map(
  readFileSync(join(rootDir, 'docs/admin-clicks.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^\d+$/.test(cells[2] ?? ''))
    .map(([, task = '', clicks]) => [task, Number(clicks)]),
)

type Pointer = {
  page: Page
  click: (target: Locator) => Promise<void>
  choose: (target: Locator, option: string) => Promise<void>
  count: () => number
}

/** Typing and its Enter are no clicks; a list of options takes one to open and one to choose. */
function usePointer(page: Page): Pointer {
  let clicks = 0
  return {
    page,
    async click(target) {
      await target.click()
      clicks += 1
    },
    async choose(target, option) {
      await target.selectOption(option)
      clicks += 2
    },
    count: () => clicks,
  }
}

/** All tasks start at the dashboard. */
async function openPage({ page, click }: Pointer, name: string) {
  // A page of settings also says how many of them were changed.
  const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}\\b`) })
  await click(link)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function openSettings(pointer: Pointer, name: string) {
  await openPage(pointer, 'Settings')
  await openPage(pointer, name)
}

/** Undone afterwards, because other journeys use the site too. */
async function save({ page, click }: Pointer) {
  await click(page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Restored.').first()).toBeVisible()
}

async function search({ page }: Pointer, field: string | RegExp, text: string) {
  const box = page.getByRole('searchbox', { name: field })
  await box.fill(text)
  await box.press('Enter')
  await expect(page).toHaveURL(/[?&]query=/)
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Task = { name: string; run: (pointer: Pointer, site: Site) => Promise<void> }

const tasks: readonly Task[] = [
  {
    name: 'Rename the site',
    async run(pointer) {
      await openSettings(pointer, 'General')
      await pointer.page.getByRole('textbox', { name: 'Name' }).fill('Rye Workshop')
      await save(pointer)
    },
  },
  {
    name: 'Change the logo',
    async run(pointer) {
      const { page, click } = pointer
      await openSettings(pointer, 'Branding')
      const choosing = page.waitForEvent('filechooser')
      await click(page.locator('label[for="setting-branding-logo"]').first())
      await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
      await expect(page.getByRole('img', { name: 'Logo: preview' })).toBeVisible()
      await save(pointer)
    },
  },
  {
    name: 'Close registration',
    async run(pointer) {
      await openSettings(pointer, 'Login and registration')
      await pointer.click(pointer.page.getByRole('switch', { name: 'New accounts' }))
      await save(pointer)
    },
  },
  {
    name: 'Send a test email',
    async run(pointer) {
      const { page, click } = pointer
      await openSettings(pointer, 'Email server')
      await page.getByRole('textbox', { name: 'Send a test email to' }).fill('ines@example.org')
      await click(page.getByRole('button', { name: 'Check the connection' }))
      const steps = page.getByRole('list', { name: /^Connection to/ }).getByRole('listitem')
      await expect(steps.filter({ hasText: 'Send a test email' })).toContainText('OK')
    },
  },
  {
    name: 'Change the reputation that a privilege needs',
    async run(pointer) {
      await openSettings(pointer, 'Privileges')
      await pointer.page.getByRole('textbox', { name: 'Vote down questions' }).fill('77')
      await save(pointer)
    },
  },
  {
    name: 'Invite somebody',
    async run(pointer) {
      const { page, click } = pointer
      await openPage(pointer, 'Invitations')
      await click(page.getByRole('button', { name: 'Invite' }))
      const dialog = page.getByRole('dialog')
      const email = `clicks-${Date.now()}@example.org`
      await click(dialog.getByRole('radio', { name: /^Send it by email/ }))
      await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
      await click(dialog.getByRole('button', { name: 'Send invitation' }))
      await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
    },
  },
  {
    name: 'Make a user a moderator',
    async run(pointer, site) {
      const { page, click } = pointer
      const { name, email } = await aMember(site, `Mona Rule ${Date.now() % 100_000}`)
      await openPage(pointer, 'Users')
      await search(pointer, 'Search users', email)
      await click(page.getByRole('button', { name: `Actions for ${name}` }))
      await click(page.getByRole('menuitem', { name: 'Change role' }))
      const dialog = page.getByRole('dialog')
      await click(dialog.getByRole('radio', { name: /^Moderator/ }))
      await click(dialog.getByRole('button', { name: 'Change role' }))
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Moderator')
    },
  },
  {
    name: 'Suspend a user for a week',
    async run(pointer, site) {
      const { page, click, choose } = pointer
      const { name, email } = await aMember(site, `Sid Spam ${Date.now() % 100_000}`)
      await openPage(pointer, 'Users')
      await search(pointer, 'Search users', email)
      await click(page.getByRole('button', { name: `Actions for ${name}` }))
      await click(page.getByRole('menuitem', { name: 'Suspend' }))
      const dialog = page.getByRole('dialog')
      await choose(dialog.getByLabel('Duration'), '7 days')
      await dialog.getByLabel('Reason').fill('Advertising.')
      await click(dialog.getByRole('button', { name: 'Suspend', exact: true }))
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Suspended')
    },
  },
  {
    name: 'Delete a question',
    async run(pointer, site) {
      const { page, click } = pointer
      const title = `A loaf to forget ${Date.now()}`
      const asker = await aMember(site, 'Hana Sato')
      const { id } = await askAs(site, asker, { title, body: 'Why?', tags: ['bread'] })
      await openPage(pointer, 'Questions')
      await search(pointer, /Words/, `question:${id}`)
      await click(page.getByRole('button', { name: `Actions: ${title}` }))
      await click(page.getByRole('menuitem', { name: 'Delete' }))
      await expect(page.getByText('Nothing matches')).toBeVisible()
    },
  },
  {
    name: 'Delete the ten questions with a tag',
    async run(pointer, site) {
      const { page, click } = pointer
      const tag = `clicks-${Date.now() % 1_000_000}`
      const asker = await aMember(site, 'Hana Sato')
      for (let n = 0; n < 10; n++)
        await askAs(site, asker, { title: `Spam ${tag} ${n}`, body: 'Buy it.', tags: [tag] })
      await openPage(pointer, 'Questions')
      await search(pointer, /Words/, `[${tag}]`)
      await click(page.getByRole('checkbox', { name: 'Select all on this page' }))
      await click(page.getByRole('toolbar').getByRole('button', { name: 'Delete' }))
      await click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
      await expect(page.getByText('All 10 processed').first()).toBeVisible()
    },
  },
]

test('the page about clicks has the tasks of this journey', () => {
  expect([...documented.keys()]).toEqual(tasks.map(({ name }) => name))
})

for (const { name, run } of tasks)
  test(`${name}: as many clicks as documented`, async ({ page, context, site }) => {
    await setCookies(context, site, await logInAsAdmin(site), appearance)
    await page.goto('/admin/dashboard')
    await hydrate(page)
    const pointer = usePointer(page)
    await run(pointer, site)
    expect(pointer.count()).toBe(documented.get(name))
  })
