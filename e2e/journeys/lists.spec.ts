import type { Page } from '@playwright/test'
import { headerSearch, questions } from '../pages/search-pages.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, seedQuestions } from '../support/seed.ts'
import { findSmallTargets } from '../support/targets.ts'
import { expect, test } from '../support/test.ts'

let firstQuestion = { id: '' }

test.beforeAll(async ({ site }) => {
  firstQuestion = await seedQuestions(site)
})

test('a visitor reads through a list of twenty with the keyboard', async ({ page }) => {
  await page.goto('/questions')
  const titles = questions(page)
  const names = await titles.allTextContents()
  expect(names.length).toBeGreaterThan(19)
  for (const [index] of names.slice(0, 20).entries()) {
    await page.keyboard.press('j')
    await expect(titles.nth(index).getByRole('link')).toBeFocused()
    await expect(titles.nth(index)).toBeInViewport({ ratio: 1 })
  }
  await page.keyboard.press('k')
  await expect(titles.nth(18).getByRole('link')).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[18] ?? '')
  await page.keyboard.press('u')
  await expect(page).toHaveURL('/questions')

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Next question')).toBeVisible()
  await page.keyboard.press('j')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('/')
  await page.keyboard.type('jk?')
  await expect(headerSearch(page)).toHaveValue('jk?')
})

test('single keys do nothing where they are turned off', async ({ page, context, site }) => {
  await context.addCookies([{ name: 'shortcuts', value: 'off', url: site.url }])
  await page.goto('/questions')
  await hydrate(page)
  for (const key of ['j', '/', '?']) await page.keyboard.press(key)
  await expect(page.locator('body')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(headerSearch(page)).not.toHaveAttribute('aria-keyshortcuts')
})

test('the first key of a visit opens the help', async ({ page }) => {
  await page.goto('/tags')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

for (const width of [1280, 768])
  test(`the compact list has one line per question, at ${width} px`, async ({
    page,
    context,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await context.addCookies([{ name: 'list_view', value: 'compact', url: site.url }])
    await page.goto('/questions')
    const rows = page.getByRole('list', { name: /^Questions/ }).locator('> li')
    const heights = await rows.evaluateAll((all) =>
      all.map((row) => Math.round(row.getBoundingClientRect().height)),
    )
    expect(new Set(heights)).toEqual(new Set([40]))
    await expect(rows.first().getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(rows.first().getByRole('link')).toHaveCount(1)
    const title = await rows.first().getByRole('heading').boundingBox()
    expect(title?.width).toBeGreaterThan(300)
    if (width === 1280)
      await expect(rows.first().getByText(/^asked|^answered|^modified/)).toBeInViewport({
        ratio: 1,
      })
    expect(await findSmallTargets(page, 24)).toEqual([])
  })

test('the order of lists and of answers is remembered', async ({ page, context }) => {
  await page.goto('/questions')
  await hydrate(page)
  const tabs = page.getByRole('navigation', { name: 'Sort by' })
  await tabs.getByRole('link', { name: 'Score' }).click()
  await expect(page).toHaveURL('/questions?order=score')
  for (const path of ['/questions', '/tags/postgresql']) {
    await page.goto(path)
    await expect(tabs.locator('[aria-current=page]')).toHaveText('Score')
  }
  await hydrate(page)
  const otherTab = await context.newPage()
  const newest = tabs.getByRole('link', { name: 'Newest' })
  await otherTab.goto((await newest.getAttribute('href')) ?? '')
  await expect(
    otherTab.getByRole('navigation', { name: 'Sort by' }).locator('[aria-current=page]'),
  ).toHaveText('Newest')
  await otherTab.close()
  await newest.click()
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Newest')
  await page.goto('/questions')
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Newest')

  const answers = page.getByRole('navigation', { name: 'Sort answers' })
  await page.goto(`/questions/${firstQuestion.id}`)
  await hydrate(page)
  await answers.getByRole('link', { name: 'Newest' }).click()
  await expect(answers.locator('[aria-current=page]')).toHaveText('Newest')
  await page.goto(`/questions/${firstQuestion.id}`)
  await expect(answers.locator('[aria-current=page]')).toHaveText('Newest')
})

const newMarks = (page: Page) => page.getByRole('img', { name: 'New since your last visit' })
const hourMs = 3_600_000

test('a visitor who comes back sees which questions are new', async ({ page }) => {
  await page.clock.setSystemTime(Date.now() - 24 * hourMs)
  await page.goto('/questions?order=newest')
  await expect(questions(page)).not.toHaveCount(0)
  await expect(newMarks(page)).toHaveCount(0)

  await page.clock.setSystemTime(Date.now() + hourMs)
  await page.goto('/questions?order=newest')
  const shown = await questions(page).count()
  await expect(newMarks(page)).toHaveCount(shown)
  expect(await movedByMarks(page)).toEqual([])

  await hydrate(page)
  const first = questions(page).first().getByRole('link')
  const title = await first.textContent()
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await page.goBack()
  await expect(newMarks(page)).toHaveCount(shown - 1)
  await expect(questions(page).first().getByRole('img')).toHaveCount(0)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(questions(page).first()).not.toHaveText(title ?? '')
  await expect(newMarks(page)).toHaveCount(await questions(page).count())

  await page.clock.setSystemTime(Date.now() + 2 * hourMs)
  for (const path of ['/', '/tags/postgresql']) {
    await page.goto(path)
    await expect(questions(page)).not.toHaveCount(0)
    await expect(newMarks(page)).toHaveCount(0)
  }
})

/** Returns the titles whose place depends on the marks. */
function movedByMarks(page: Page) {
  return page.evaluate(() => {
    const titles = [...document.querySelectorAll('.row-title a')]
    const measure = () => titles.map((title) => JSON.stringify(title.getBoundingClientRect()))
    const withMarks = measure()
    const marks = document.querySelectorAll<HTMLElement>('.row-new')
    for (const mark of marks) mark.hidden = true
    const without = measure()
    for (const mark of marks) mark.hidden = false
    return titles.flatMap(({ textContent }, i) => (withMarks[i] === without[i] ? [] : textContent))
  })
}

test('lists work in a browser without storage', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  for (const offsetMs of [-24 * hourMs, hourMs]) {
    await page.clock.setSystemTime(Date.now() + offsetMs)
    await page.goto('/questions')
    await hydrate(page)
    await expect(newMarks(page)).toHaveCount(0)
  }
})

test('a member ignores a tag, dims its questions and then hides them', async ({
  page,
  context,
  site,
}) => {
  const member = await aMember(site, 'Ines Ignores')
  await setCookies(context, site, member, { theme: 'light', locale: 'en_US' })
  await page.goto('/tags/postgresql')
  const button = page.getByRole('button', { name: 'Ignore tag postgresql' })
  await button.click()
  await expect(page.getByRole('button', { name: 'Ignored postgresql' })).toBeVisible()
  await expect(questions(page).filter({ hasText: '[ignored]' })).toHaveCount(0)

  await page.goto('/questions')
  const dimmed = questions(page).filter({ hasText: '[ignored]' })
  await expect(dimmed).not.toHaveCount(0)
  const [shown, ignored] = [await questions(page).count(), await dimmed.count()]
  expect(ignored).toBeLessThan(shown)

  await page.goto('/users/settings/interface')
  await page.getByRole('radio', { name: 'Hide from lists' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.goto('/questions')
  await expect(questions(page)).toHaveCount(shown - ignored)
  await expect(page.getByText(/ignored tags? (is|are) hidden/)).toBeVisible()

  await page.goto('/tags/postgresql')
  await page.getByRole('button', { name: /^Follow postgresql/ }).click()
  await expect(button).toBeVisible()
  await page.goto('/questions')
  await expect(questions(page)).toHaveCount(shown)
})
