import type { Page } from '@playwright/test'
import { answerWith, press, questionPost, scoreOf, writeAnswer } from '../pages/thread-page.ts'
import { getLayoutShift, recordLayoutShifts } from '../support/layout-shift.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, answerAs, askAs, commentAs, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test as base } from '../support/test.ts'

/** Uses a site that allows several answers per user, so that long threads need few users. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({ engine }, provide) => {
      const site = await startSite(engine, { settings: { write: { restrict_answer: false } } })
      await provide(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 360_000 },
  ],
})

let ada: Account
let ben: Account
let cleo: Account
let longThread: Awaited<ReturnType<typeof aLongThread>>

test.beforeAll(async ({ site }) => {
  ada = await aMember(site, 'Ada Asker')
  ben = await aMember(site, 'Ben Answers')
  cleo = await aMember(site, 'Cleo Reads')
  longThread = await aLongThread(site, 22)
})

async function aThread(site: Site) {
  const { id, url_title } = await askAs(site, ada)
  return { id, path: `/questions/${id}/${url_title}` }
}

async function setSession(page: Page, site: Site, { token }: Account) {
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'sid', value: token, url: site.url }])
}

async function open(page: Page, site: Site, as: Account, path: string) {
  await setSession(page, site, as)
  await page.goto(path)
  await hydrate(page)
}

/** Creates more answers than fit on a page and more comments than are shown at first. */
async function aLongThread(site: Site, answers: number) {
  const thread = await aThread(site)
  const ids: string[] = []
  // Several authors, so that none of them is asked for a captcha.
  const authors = [ada, ben, cleo, await logInAsAdmin(site)]
  for (let n = 1; n <= answers; n++) {
    const { id } = await answerAs(site, authors[n % 4] ?? ada, thread.id, `Answer number ${n}.`)
    ids.push(id)
  }
  for (let n = 1; n <= 7; n++) {
    await commentAs(site, authors[n % 4] ?? ada, thread.id, `Remark number ${n}`)
    await commentAs(site, authors[n % 4] ?? ada, ids[n] ?? thread.id, `About number ${n}`)
  }
  return { ...thread, ids }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads comments, sorts and pages through answers, and is sent to log in to vote', async ({
    page,
  }) => {
    const { path, ids } = longThread
    await page.goto(path)
    const comments = questionPost(page).getByRole('listitem').filter({ hasText: 'Remark number' })
    await expect(comments).toHaveCount(5)
    await page.getByRole('link', { name: 'Show 2 more' }).click()
    await expect(comments).toHaveCount(7)

    await expect(page.getByRole('heading', { name: '22 answers' })).toBeVisible()
    await page.getByRole('link', { name: 'Newest' }).click()
    await expect(page.getByRole('article').nth(1)).toContainText('Answer number 22.')
    await page.getByRole('navigation', { name: 'Answer pages' }).getByText('2').click()
    await expect(page).toHaveURL(/order=updated&page=2#answers$/)
    await expect(page.getByRole('article').last()).toContainText('Answer number 1.')
    expect((await page.goto(`${path}?page=9`))?.status()).toBe(404)

    // A link to an answer opens its page and scrolls to it.
    const response = await page.goto(`/questions/${path.split('/')[2]}/${ids[21]}`)
    expect(response?.status()).toBe(200)
    await expect(page).toHaveURL(`${path}/${ids[21]}`)
    await expect(page.locator(`#answer-${ids[21]}`)).toBeInViewport()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )

    await page.getByRole('button', { name: 'This question is clear and useful' }).click()
    await expect(page).toHaveURL(/\/users\/login\?redirect=/)
  })

  test('a member posts an answer', async ({ page, site }) => {
    const { path } = await aThread(site)
    await setSession(page, site, await aMember(site, 'Dina Writes'))
    await page.goto(path)
    await page.getByLabel('Your answer').last().fill('short')
    await page.getByRole('button', { name: 'Post answer' }).click()
    await expect(page.getByText('Use at least 6 characters.')).toBeInViewport()
    await page.getByLabel('Your answer').last().fill('It is the **literal** that counts.')
    await page.getByRole('button', { name: 'Post answer' }).click()
    await expect(page).toHaveURL(/\/1002\d{13}#answer-1002\d{13}$/)
    await expect(answerWith(page, 'It is the literal that counts.')).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Edit my answer' })).toBeVisible()
  })
})

for (const [size, viewport] of [
  ['on desktop', { width: 1280, height: 800 }],
  ['on mobile', { width: 390, height: 800 }],
] as const) {
  test.describe(size, () => {
    test.use({ viewport })

    test('a member answers, and the asker accepts and unaccepts it', async ({ page, site }) => {
      const { path } = await aThread(site)
      await open(page, site, ben, path)
      await writeAnswer(page, 'Write the status down: it is not an input.')
      await expect(page).toHaveURL(/\/1002\d{13}#answer-1002\d{13}$/)
      const answer = answerWith(page, 'it is not an input')
      await expect(answer).toBeInViewport()
      await expect(answer).toBeFocused()
      await expect(answer).toHaveClass(/is-target/)

      await open(page, site, ada, path)
      const accept = answer.getByRole('button', { name: 'Accept this answer' })
      await expect(accept.getByText('Accept', { exact: true })).toBeVisible()
      await press(accept)
      await expect(answer.getByText(/^Accepted by Ada Asker, \w/)).toBeVisible()
      await expect(accept.getByText('Accept', { exact: true })).toHaveCount(0)
      await expect(page.getByText('Answer accepted.').first()).toBeVisible()
      await open(page, site, ben, path)
      const accepted = page.getByRole('article', { name: 'Accepted answer by Ben' })
      await expect(accepted.getByText(/^Accepted by Ada Asker, \w/)).toBeVisible()

      await open(page, site, ada, path)
      await expect(accept).toHaveAttribute('aria-pressed', 'true')
      await press(accept)
      await expect(page.getByText('Answer unaccepted.').first()).toBeVisible()
      await page.reload()
      await expect(page.getByRole('article', { name: /^Answer by Ben/ })).toBeVisible()
    })

    test('a member comments, mentions, replies, edits and deletes', async ({ page, site }) => {
      const { id, path } = await aThread(site)
      await commentAs(site, ben, id, 'Which version is it?')
      await open(page, site, cleo, path)
      const post = questionPost(page)

      await press(post.getByRole('button', { name: 'Add comment' }))
      const box = page.getByLabel('Your comment')
      await box.pressSequentially('Ask @be')
      const suggestion = page.getByRole('option', { name: /Ben Answers/ })
      await expect(suggestion).toBeVisible()
      await box.press('Escape')
      await expect(suggestion).toBeHidden()
      await box.pressSequentially('n')
      await expect(suggestion).toBeVisible()
      await box.press('Enter')
      await expect(box).toHaveValue(/^Ask @ben-answers $/)
      await box.pressSequentially('for it.')
      // Unsent text survives a reload.
      await page.reload()
      await hydrate(page)
      await press(post.getByRole('button', { name: 'Add comment' }))
      await expect(box).toHaveValue('Ask @ben-answers for it.')
      await box.press('Control+Enter')
      const ownComment = post.getByRole('listitem').filter({ hasText: 'for it.' })
      await expect(ownComment.getByRole('link', { name: '@ben-answers' })).toBeVisible()
      await expect(ownComment).toBeFocused()

      await press(ownComment.getByRole('button', { name: 'Edit' }))
      await page.getByLabel('Edit your comment').fill('Ask Ben for the version.')
      await press(page.getByRole('button', { name: 'Save' }))
      await expect(page.getByLabel('Edit your comment')).toHaveCount(0)
      const editedComment = post
        .getByRole('listitem')
        .filter({ hasText: 'Ask Ben for the version.' })
      await expect(editedComment).toBeVisible()

      await press(post.getByRole('button', { name: 'Reply to Ben Answers' }))
      await expect(page.getByRole('textbox', { name: 'Reply to Ben Answers' })).toHaveValue(
        '@ben-answers ',
      )
      await page
        .getByRole('textbox', { name: 'Reply to Ben Answers' })
        .pressSequentially('sixteen, I think')
      await press(page.getByRole('button', { name: 'Post reply' }))
      const reply = post.getByRole('listitem').filter({ hasText: 'sixteen, I think' })
      await expect(reply).toBeVisible()

      await press(editedComment.getByRole('button', { name: 'Delete' }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
      await expect(editedComment).toHaveCount(0)
      await page.goto(await linkOf(reply))
      await expect(reply).toHaveClass(/is-target/)
      await expect(reply).toBeInViewport()
      await page.reload()
      await expect(post.getByRole('listitem').filter({ hasText: 'version' })).toHaveCount(1)
    })
  })
}

async function linkOf(comment: ReturnType<Page['locator']>): Promise<string> {
  return (await comment.locator('a:has(time)').getAttribute('href')) ?? ''
}

test('a vote shows at once, is confirmed by the response and is undone on failure', async ({
  page,
  site,
}) => {
  const { id, path } = await aThread(site)
  await answerAs(site, ben, id, 'An answer to vote on.')
  await open(page, site, await logInAsAdmin(site), path)
  const post = questionPost(page)
  const up = post.getByRole('button', { name: 'This question is clear and useful' })

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let requestCount = 0
  await page.route('**/vote/*', async (route) => {
    requestCount += 1
    await released
    await route.continue()
  })
  await press(up)
  await expect(scoreOf(post)).toHaveText('1')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await press(up)
  await expect(scoreOf(post)).toHaveText('1')
  release()
  await page.waitForResponse('**/vote/up')
  expect(requestCount).toBe(1)
  await page.unroute('**/vote/*')
  await page.reload()
  await hydrate(page)
  await expect(scoreOf(post)).toHaveText('1')

  await page.route('**/vote/*', (route) =>
    route.fulfill({ status: 503, body: 'Service Unavailable' }),
  )
  const answer = answerWith(page, 'An answer to vote on.')
  await press(answer.getByRole('button', { name: 'This answer is useful' }))
  await expect(page.getByText('Can’t reach the site.').first()).toBeVisible()
  await expect(scoreOf(answer)).toHaveText('0')
  await page.unroute('**/vote/*')

  // New members lack the reputation: the button says so instead of voting.
  await open(page, site, cleo, path)
  await press(up)
  await expect(page.getByRole('tooltip')).toContainText('reputation')
  await expect(scoreOf(post)).toHaveText('1')

  await open(page, site, ada, path)
  await press(up)
  await expect(page.getByText('You can’t vote for your own post.').first()).toBeVisible()
  await expect(scoreOf(post)).toHaveText('1')
})

test('bookmarks, follows and reactions survive a reload', async ({ page, site }) => {
  const { path } = await aThread(site)
  await open(page, site, cleo, path)
  const post = questionPost(page)
  const waitForResponseTo = (part: string) =>
    page.waitForResponse((response) => response.url().includes(part))
  await Promise.all([
    waitForResponseTo('/collection/switch'),
    press(post.getByRole('button', { name: 'Bookmark question' })),
  ])
  await Promise.all([
    waitForResponseTo('/follow'),
    press(post.getByRole('button', { name: 'Follow', exact: true })),
  ])
  await press(post.getByRole('button', { name: 'Add reaction' }))
  await Promise.all([
    waitForResponseTo('/meta/reaction'),
    press(page.getByRole('button', { name: 'Heart', exact: true })),
  ])
  await page.reload()
  await hydrate(page)
  await expect(post.getByRole('button', { name: 'Bookmark question' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: 'Following' })).toHaveCount(2)
  const heart = post.getByRole('button', { name: 'Heart', exact: true })
  await expect(heart).toHaveAccessibleDescription(/^1/)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await press(heart)
  await expect(heart).toHaveCount(0)
  await expect(page.getByText('1 follower')).toBeVisible()
})

test('deleted posts can be restored by their author', async ({ page, site }) => {
  const { id, path } = await aThread(site)
  await answerAs(site, ben, id, 'An answer to take back.')
  await open(page, site, ben, path)
  const answer = answerWith(page, 'An answer to take back.')
  await press(answer.getByRole('button', { name: 'Delete' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(answer.getByText('This answer was deleted.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(answer.getByText('This answer was deleted.')).toBeHidden()

  await open(page, site, ada, path)
  await press(questionPost(page).getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('alertdialog')).toContainText('Its answer will be hidden too.')
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('This question was deleted.').first()).toBeVisible()
  await expect(page.getByText('Deleted questions can’t be answered.')).toBeVisible()
  await press(questionPost(page).getByRole('button', { name: 'Restore' }))
  await expect(page.getByText('Question restored.').first()).toBeVisible()
})

const maxPageBytes = 60 * 1024

test('a long page is small and has no layout shift', async ({ page }, info) => {
  await recordLayoutShifts(page)
  const sizes: Record<string, number> = {}
  page.on('response', async (response) => {
    const kind = response.request().resourceType()
    const { responseBodySize } = await response.request().sizes()
    sizes[kind] = (sizes[kind] ?? 0) + responseBodySize
  })
  await page.goto(longThread.path)
  await page.waitForLoadState('networkidle')
  const { sum, what: sources } = await getLayoutShift(page)
  expect(sum, sources).toBeLessThanOrEqual(0.02)
  info.annotations.push({ type: 'transferred', description: JSON.stringify(sizes) })
  // Without fonts, which do not block text, and without scripts prefetched in idle time.
  const total = (sizes['document'] ?? 0) + (sizes['stylesheet'] ?? 0) + (sizes['other'] ?? 0)
  expect(total).toBeLessThanOrEqual(maxPageBytes)
})
