import { acceptAnswer, postAnswer } from '@stoa/contract/features/answers'
import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment } from '@stoa/contract/features/comments'
import { getTag, setSynonyms } from '@stoa/contract/features/tags'
import { voteUp } from '@stoa/contract/features/votes'
import { toShortId } from '@stoa/contract/ids'
import {
  filterChips,
  headerSearch,
  questions,
  results,
  searchField,
  searchFor,
  searchLink,
} from '../pages/search-pages.ts'
import { logInAs } from '../pages/settings-pages.ts'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { samples } from '../support/samples.ts'
import { aMember, askAs, logInAsAdmin, seedQuestions, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test as shared } from '../support/test.ts'

/** Uses its own site, because the tests count results. */
const test = shared.extend<object, { site: Site }>({
  site: [
    async ({ engine }, provide) => {
      const site = await startSite(engine)
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],
})

const [postgres, flexbox] = samples.map(({ title }) => title)
let firstQuestion = { id: '', url_title: '' }
let noor: Account
let ida: Account

/** Creates a user with content on every profile tab. */
test.beforeAll(async ({ site }) => {
  firstQuestion = await seedQuestions(site)
  noor = await aMember(site, 'Noor Finds')
  ida = await aMember(site, 'Ida Votes')
  const admin = await logInAsAdmin(site)
  const question = await askAs(site, admin, {
    title: 'Which way do C++ templates read?',
    body: `Compare [the plans](/questions/${firstQuestion.id}).`,
    tags: ['c++'],
  })
  const as = (account: Account) => apiClient(site, account.token)
  const { tag_id } = await as(admin).call(getTag, { name: 'postgresql' })
  await as(admin).call(setSynonyms, { tag_id, synonym_tag_list: [{ slug_name: 'pg' }] })
  const { info } = await as(noor).call(postAnswer, {
    question_id: question.id,
    content: 'From the <inside> out, & slowly.',
  })
  await as(admin).call(acceptAnswer, { question_id: question.id, answer_id: info.id })
  await as(admin).call(voteUp, { object_id: info.id })
  await as(noor).call(voteUp, { object_id: question.id })
  await as(noor).call(addComment, { object_id: question.id, original_text: 'Which **compiler**?' })
  await as(noor).call(switchBookmark, { object_id: question.id, bookmark: true })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor browses by tag, searches with operators and pages through results', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Hot this week' })).toBeVisible()
    await page.getByRole('button', { name: 'Show titles only' }).click()
    await expect(page.locator('.row-excerpt').first()).toBeHidden()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: 'postgresql', exact: true })
      .first()
      .click()
    await expect(page).toHaveURL('/tags/postgresql')
    await expect(questions(page)).toHaveCount(4)
    await page.getByRole('link', { name: 'Follow postgresql' }).click()
    await expect(page).toHaveURL('/users/login?redirect=%2Ftags%2Fpostgresql')

    await page.goto('/tags')
    await page.getByRole('searchbox', { name: 'Filter tags by name' }).fill('GRID')
    await page.getByRole('searchbox', { name: 'Filter tags by name' }).press('Enter')
    await expect(page).toHaveURL('/tags?q=GRID')
    await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await expect(page).toHaveURL('/tags?q=GRID&sort=name')

    await searchFor(page, 'is:question views:0 contradict')
    await expect(results(page)).toHaveCount(15)
    await page.getByRole('link', { name: 'Newest' }).click()
    await page.getByRole('link', { name: 'Remove is:question' }).click()
    await expect(page).toHaveURL('/search?q=views%3A0+contradict&order=newest')
    await searchFor(page, 'is:question')
    await expect(results(page)).toHaveCount(20)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/search?q=is%3Aquestion&page=2')
    await expect(results(page)).toHaveCount(6)

    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Tags' }).fill('css layout')
    await page.getByLabel('Answers', { exact: true }).selectOption('No answers')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(searchField(page)).toHaveValue('[css] [layout] answers:0 is:question')
    await expect(results(page)).toHaveText([flexbox ?? ''])
  })

  test('synonyms and other URL forms redirect, and missing pages return 404', async ({ site }) => {
    const request = (path: string) => fetch(site.url + path, { redirect: 'manual' })
    for (const [path, to] of [
      ['/tags/PostgreSQL?order=score', '/tags/postgresql?order=score'],
      ['/tags/pg', '/tags/postgresql'],
      [`/questions/linked/${toShortId(firstQuestion.id)}`, `/questions/linked/${firstQuestion.id}`],
      ['/users/Noor-Finds/answers', '/users/noor-finds/answers'],
    ] as const) {
      const redirect = await request(path)
      expect([redirect.status, redirect.headers.get('location')], path).toEqual([301, to])
    }
    for (const path of [
      '/tags/no-such-tag',
      '/tags?page=99',
      '/tags/postgresql?page=9',
      '/search?q=is:question&page=9',
      '/questions/linked/10010000000099999',
      `/questions/linked/${firstQuestion.id}?page=2`,
      '/users/noor-finds/answers?page=2',
      '/users/noor-finds/bookmarks',
      '/users/noor-finds/drafts',
      '/users/noor-finds/votes',
    ]) {
      expect((await request(path)).status, path).toBe(404)
    }
  })
})

test('search accepts any text: c++, brackets, quotes, emoji, 256 characters', async ({ page }) => {
  for (const text of ['c++', '(((', '[', '*', '\\', '"open', '🎉', '%_', 'x'.repeat(256), '-']) {
    const response = await page.goto(`/search?q=${encodeURIComponent(text)}`)
    expect(response?.status(), text).toBe(200)
    await expect(searchField(page)).toHaveValue(text)
  }
  await page.goto(`/search?q=${encodeURIComponent('c++')}`)
  await expect(page.getByRole('region', { name: 'Tag c++' })).toBeVisible()
  await expect(results(page).first()).toHaveText('Which way do C++ templates read?')
  await page.goto('/search?q=inside')
  await expect(page.locator('mark')).toHaveText(['inside', 'inside', 'inside'])
  await expect(page.getByRole('list', { name: 'Results' })).toContainText(
    'From the <inside> out, &',
  )
})

test('[a] foo [b] is parsed as two tags and a word', async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('[css] words [layout]')}`)
  await expect(filterChips(page)).toHaveText(['[css]', '[layout]'])
  await expect(results(page)).toHaveText([flexbox ?? ''])
})

test('results name corrected words, mark them in titles and group answers', async ({ page }) => {
  await page.goto('/search?q=templtes')
  await expect(page.getByRole('main')).toContainText(
    'No results for “templtes”. Showing results for templates.',
  )
  await expect(results(page).locator('mark')).toHaveText(['templates'])
  await page.goto('/search?q=%5Bc%2B%2B%5D')
  await expect(results(page)).toHaveCount(1)
  await expect(
    page.getByRole('list', { name: 'Answers to “Which way do C++ templates read?”' }),
  ).toContainText('From the <inside> out')

  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Date', { exact: true }).selectOption('Past 7 days')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(filterChips(page)).toHaveText(['[c++]', 'after:7d'])
  await expect(results(page)).toHaveCount(1)

  const tags = page.getByRole('main').getByRole('combobox', { name: 'Tags' })
  await tags.fill('zzz')
  await expect(page.getByText('There is no such tag.')).toBeVisible()
  await tags.fill('postg')
  await page.getByRole('option', { name: 'postgresql' }).click()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(filterChips(page)).toHaveText(['[c++]', '[postgresql]', 'after:7d'])
})

test('the header search shows suggestions and supports the keyboard', async ({ page }) => {
  await page.goto('/questions')
  await page.keyboard.press('/')
  await expect(headerSearch(page)).toBeFocused()
  await hydrate(page)
  await headerSearch(page).fill('postg')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.nth(1)).toHaveText('postgresql')
  await expect(options.first()).toHaveText('Search for “postg”')
  await expect(headerSearch(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tags/postgresql')
  await expect(page.locator('main')).toBeFocused()
  await headerSearch(page).fill('partial index')
  await expect(options.filter({ hasText: postgres ?? '' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=partial+index')
  // The shortcut must not swallow a typed slash.
  await searchField(page).fill('a/b')
  await expect(searchField(page)).toHaveValue('a/b')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a visitor searches in three taps, and again from recent searches', async ({ page }) => {
    await page.goto('/questions')
    await searchLink(page).tap()
    await expect(headerSearch(page)).toBeFocused()
    await expect(page).toHaveURL('/questions')
    await page.keyboard.type('partial ind')
    await page.getByRole('option', { name: postgres }).tap()
    await expect(page.getByRole('heading', { level: 1, name: postgres })).toBeVisible()
    await expect(headerSearch(page)).toBeHidden()

    await searchLink(page).tap()
    await headerSearch(page).fill('flexbox')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=flexbox')
    await expect(headerSearch(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
    await page.goto('/tags')
    await searchLink(page).tap()
    const recent = page.getByRole('list', { name: 'Recent searches' }).getByRole('link')
    await expect(recent).toHaveText(['flexbox'])
    await recent.first().tap()
    await expect(page).toHaveURL('/search?q=flexbox')
    await searchLink(page).tap()
    await headerSearch(page).fill('')
    await page.getByRole('button', { name: 'Remove “flexbox” from recent searches' }).tap()
    await expect(recent).toHaveCount(0)
    await page.getByRole('button', { name: 'Close search' }).tap()
    await expect(headerSearch(page)).toBeHidden()
    await expect(page.getByText('exact phrase')).toBeHidden()
    await page.getByText('Search tips', { exact: true }).tap()
    await expect(page.getByText('exact phrase')).toBeVisible()
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('the icon leads to the search page, which focuses its field', async ({ page }) => {
      await page.goto('/questions')
      await searchLink(page).tap()
      await expect(page).toHaveURL('/search')
      await expect(searchField(page)).toBeFocused()
    })
  })
})

test('text typed in the header search survives a navigation', async ({ page }) => {
  await page.goto('/questions')
  await hydrate(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('/tags.data*', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' }).click()
  await expect(page.getByRole('progressbar')).toBeAttached()
  await headerSearch(page).fill('postg')
  release()
  await expect(page).toHaveURL('/tags')
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await expect(headerSearch(page)).toBeFocused()
  await expect(page.getByRole('option').nth(1)).toHaveText('postgresql')
})

test('a member saves a search and removes it', async ({ page, site, context }) => {
  await logInAs(context, site, ida)
  await page.goto('/search?q=partial+index&order=newest')
  await hydrate(page)
  await page.getByRole('button', { name: 'Save search' }).click()
  const saved = page.getByRole('list', { name: 'Saved searches' })
  await expect(saved.getByRole('link')).toHaveText(['partial indexNewest'])
  await page.goto('/search')
  await hydrate(page)
  await saved.getByRole('link').click()
  await expect(page).toHaveURL('/search?q=partial+index&order=newest')
  await expect(page.getByRole('button', { name: 'Remove saved search' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove partial index' }).click()
  await expect(saved).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible()
})

test('a member follows tags and gets recommended questions', async ({ page, site, context }) => {
  await logInAs(context, site, ida)
  await page.goto('/questions?order=recommend')
  await expect(page.getByRole('heading', { name: 'No recommendations yet' })).toBeVisible()
  await hydrate(page)
  await page.getByRole('button', { name: 'Choose tags' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tags to follow' }).fill('sourd')
  await page.getByRole('option', { name: 'sourdough' }).click()
  await page.getByRole('button', { name: 'Save tags' }).focus()
  await page.keyboard.press('Enter')
  await expect(questions(page)).toHaveText([samples[2]?.title ?? ''])
  await expect(page.getByRole('list', { name: 'Followed tags' })).toHaveText('sourdough')

  await page.goto('/tags/rust')
  await hydrate(page)
  await page.getByRole('button', { name: 'Follow rust' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Following rust' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Followed tags' })).toHaveText('rustsourdough')
  await page.goto('/tags')
  await hydrate(page)
  await page.getByRole('searchbox', { name: 'Filter tags by name' }).fill('rus')
  await expect(page).toHaveURL('/tags?q=rus')
  await expect(page.getByRole('button', { name: 'Following rust' })).toBeVisible()
})

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 800 }],
  ['mobile', { width: 390, height: 844 }],
] as const) {
  test(`a profile shows all activity of a user, on ${device}`, async ({ page, site, context }) => {
    await page.setViewportSize(viewport)
    await logInAs(context, site, noor)
    await page.goto('/users/noor-finds')
    const title = 'Which way do C++ templates read?'
    await expect(page.getByRole('list', { name: 'Top posts' })).toContainText(title)
    await expect(page.getByRole('img', { name: /^Posts per week .*: 1 answer and/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Reputation in .* from 1 to 26\.$/ })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Top tags' })).toContainText('c++')
    for (const [tab, heading] of [
      ['Answers', title],
      ['Bookmarks', title],
      ['Reputation', title],
      ['Comments', title],
      ['Votes', title],
      ['Questions', 'No questions yet'],
    ] as const) {
      const tabs = page.getByRole('navigation', { name: 'Profile of Noor Finds' })
      await tabs.getByRole('link', { name: new RegExp(`^${tab}`) }).click()
      await expect(tabs.locator('[aria-current=page]')).toHaveText(new RegExp(`^${tab}`))
      await expect(page.getByRole('main')).toContainText(heading)
    }
    await page.goto('/users/noor-finds/reputation')
    const days = page.getByRole('region').filter({ hasText: 'Answer accepted' })
    await expect(days).toHaveCount(1)
    await expect(days.getByRole('listitem').first()).toContainText('Answer accepted +15')
    const line = await days.getByRole('heading', { level: 3 }).boundingBox()
    const time = await days.getByRole('time').boundingBox()
    expect((time?.y ?? 0) >= (line?.y ?? 0) + (line?.height ?? 0)).toBe(device === 'mobile')

    await page.goto(`/questions/linked/${firstQuestion.id}`)
    await expect(page.getByRole('list', { name: 'Linked questions' })).toContainText(title)
  })
}
