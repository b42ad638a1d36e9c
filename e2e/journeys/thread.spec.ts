import type { Page } from '@playwright/test'
import { answerWith, press, questionPost, scoreOf, writeAnswer } from '../pages/thread-page.ts'
import { layoutShift, watchLayout } from '../support/layout-shift.ts'
import { wake } from '../support/running.ts'
import { aMember, answerAs, askAs, commentAs, logInAsAdmin, type Account } from '../support/seed.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test as base } from '../support/test.ts'

/** A site where people may answer more than once: a long page needs few of them. */
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
let long: Awaited<ReturnType<typeof aLongThread>>

test.beforeAll(async ({ site }) => {
  ada = await aMember(site, 'Ada Asker')
  ben = await aMember(site, 'Ben Answers')
  cleo = await aMember(site, 'Cleo Reads')
  long = await aLongThread(site, 22)
})

async function aThread(site: Site) {
  const { id, url_title } = await askAs(site, ada)
  return { id, path: `/questions/${id}/${url_title}` }
}

async function enterAs(page: Page, site: Site, { token }: Account) {
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'sid', value: token, url: site.url }])
}

async function open(page: Page, site: Site, as: Account, path: string) {
  await enterAs(page, site, as)
  await page.goto(path)
  await wake(page)
}

/** More answers than a page holds, and more comments than are shown at first. */
async function aLongThread(site: Site, answers: number) {
  const thread = await aThread(site)
  const ids: string[] = []
  // Nobody writes so much that they are asked to prove they are a person.
  const everyone = [ada, ben, cleo, await logInAsAdmin(site)]
  for (let n = 1; n <= answers; n++) {
    const { id } = await answerAs(site, everyone[n % 4] ?? ada, thread.id, `Answer number ${n}.`)
    ids.push(id)
  }
  for (let n = 1; n <= 7; n++) {
    await commentAs(site, everyone[n % 4] ?? ada, thread.id, `Remark number ${n}`)
    await commentAs(site, everyone[n % 4] ?? ada, ids[n] ?? thread.id, `About number ${n}`)
  }
  return { ...thread, ids }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads all of it: comments, orders, pages and the way to log in', async ({
    page,
  }) => {
    const { path, ids } = long
    await page.goto(path)
    const remarks = questionPost(page).getByRole('listitem').filter({ hasText: 'Remark number' })
    await expect(remarks).toHaveCount(5)
    await page.getByRole('link', { name: 'Show 2 more' }).click()
    await expect(remarks).toHaveCount(7)

    await expect(page.getByRole('heading', { name: '22 answers' })).toBeVisible()
    await page.getByRole('link', { name: 'Newest' }).click()
    await expect(page.getByRole('article').nth(1)).toContainText('Answer number 22.')
    await page.getByRole('navigation', { name: 'Pages of answers' }).getByText('2').click()
    await expect(page).toHaveURL(/order=updated&page=2#answers$/)
    await expect(page.getByRole('article').last()).toContainText('Answer number 1.')
    expect((await page.goto(`${path}?page=9`))?.status()).toBe(404)

    // The page with the answer, wherever it is, and the answer in sight.
    const deep = await page.goto(`/questions/${path.split('/')[2]}/${ids[21]}`)
    expect(deep?.status()).toBe(200)
    await expect(page).toHaveURL(`${path}/${ids[21]}`)
    await expect(page.locator(`#answer-${ids[21]}`)).toBeInViewport()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )

    await page.getByRole('button', { name: 'This question is clear and useful' }).click()
    await expect(page).toHaveURL(/\/users\/login\?redirect=/)
  })

  test('a member answers with a plain form', async ({ page, site }) => {
    const { path } = await aThread(site)
    await enterAs(page, site, await aMember(site, 'Dina Writes'))
    await page.goto(path)
    await page.getByLabel('Your answer').last().fill('short')
    await page.getByRole('button', { name: 'Post your answer' }).click()
    await expect(page.getByText('Use at least 6 characters.')).toBeInViewport()
    await page.getByLabel('Your answer').last().fill('It is the **literal** that counts.')
    await page.getByRole('button', { name: 'Post your answer' }).click()
    await expect(page).toHaveURL(/\/1002\d{13}#answer-1002\d{13}$/)
    await expect(answerWith(page, 'It is the literal that counts.')).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Edit my answer' })).toBeVisible()
  })
})

for (const [size, viewport] of [
  ['on a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 800 }],
] as const) {
  test.describe(size, () => {
    test.use({ viewport })

    test('a member answers, the asker accepts, both see it', async ({ page, site }) => {
      const { path } = await aThread(site)
      await open(page, site, ben, path)
      await writeAnswer(page, 'Write the status down: it is not an input.')
      await expect(page).toHaveURL(/\/1002\d{13}#answer-1002\d{13}$/)
      const answer = answerWith(page, 'it is not an input')
      await expect(answer).toBeInViewport()
      await expect(answer).toBeFocused()
      await expect(answer).toHaveClass(/is-target/)

      await open(page, site, ada, path)
      await press(answer.getByRole('button', { name: 'Accept this answer' }))
      await expect(answer.getByText('Accepted answer')).toBeVisible()
      await expect(page.getByText('You have accepted this answer.').first()).toBeVisible()
      await open(page, site, ben, path)
      await expect(page.getByRole('article', { name: 'Accepted answer by Ben' })).toBeVisible()

      await open(page, site, ada, path)
      await press(answer.getByRole('button', { name: 'You accepted this answer' }))
      await expect(page.getByText('No answer is accepted now.').first()).toBeVisible()
      await page.reload()
      await expect(page.getByRole('article', { name: /^Answer by Ben/ })).toBeVisible()
    })

    test('people comment, mention, reply, change and take back', async ({ page, site }) => {
      const { id, path } = await aThread(site)
      await commentAs(site, ben, id, 'Which version is it?')
      await open(page, site, cleo, path)
      const post = questionPost(page)

      await press(post.getByRole('button', { name: 'Add a comment' }))
      const box = page.getByLabel('Your comment')
      await box.pressSequentially('Ask @be')
      const offer = page.getByRole('option', { name: /Ben Answers/ })
      await expect(offer).toBeVisible()
      await box.press('Escape')
      await expect(offer).toBeHidden()
      await box.pressSequentially('n')
      await expect(offer).toBeVisible()
      await box.press('Enter')
      await expect(box).toHaveValue(/^Ask @ben-answers $/)
      await box.pressSequentially('for it.')
      // What is not sent survives the page.
      await page.reload()
      await wake(page)
      await press(post.getByRole('button', { name: 'Add a comment' }))
      await expect(box).toHaveValue('Ask @ben-answers for it.')
      await box.press('Control+Enter')
      const own = post.getByRole('listitem').filter({ hasText: 'for it.' })
      await expect(own.getByRole('link', { name: '@ben-answers' })).toBeVisible()
      await expect(own).toBeFocused()

      await press(own.getByRole('button', { name: 'Edit' }))
      await page.getByLabel('Change your comment').fill('Ask Ben for the version.')
      await press(page.getByRole('button', { name: 'Save' }))
      await expect(page.getByLabel('Change your comment')).toHaveCount(0)
      const changed = post.getByRole('listitem').filter({ hasText: 'Ask Ben for the version.' })
      await expect(changed).toBeVisible()

      await press(post.getByRole('button', { name: 'Reply to Ben Answers' }))
      await expect(page.getByRole('textbox', { name: 'Reply to Ben Answers' })).toHaveValue(
        '@ben-answers ',
      )
      await page
        .getByRole('textbox', { name: 'Reply to Ben Answers' })
        .pressSequentially('sixteen, I think')
      await press(page.getByRole('button', { name: 'Post the reply' }))
      const reply = post.getByRole('listitem').filter({ hasText: 'sixteen, I think' })
      await expect(reply).toBeVisible()

      await press(changed.getByRole('button', { name: 'Delete' }))
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
      await expect(changed).toHaveCount(0)
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

test('a vote is there at once, exact with the reply, and undone without one', async ({
  page,
  site,
}) => {
  const { id, path } = await aThread(site)
  await answerAs(site, ben, id, 'An answer to vote on.')
  await open(page, site, await logInAsAdmin(site), path)
  const post = questionPost(page)
  const up = post.getByRole('button', { name: 'This question is clear and useful' })

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let sent = 0
  await page.route('**/vote/*', async (route) => {
    sent += 1
    await held
    await route.continue()
  })
  await press(up)
  await expect(scoreOf(post)).toHaveText('1')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await press(up)
  await expect(scoreOf(post)).toHaveText('1')
  release()
  await page.waitForResponse('**/vote/up')
  expect(sent).toBe(1)
  await page.unroute('**/vote/*')
  await page.reload()
  await wake(page)
  await expect(scoreOf(post)).toHaveText('1')

  await page.route('**/vote/*', (route) =>
    route.fulfill({ status: 503, body: 'The proxy has lost the site.' }),
  )
  const answer = answerWith(page, 'An answer to vote on.')
  await press(answer.getByRole('button', { name: 'This answer is useful' }))
  await expect(page.getByText('The site cannot be reached.').first()).toBeVisible()
  await expect(scoreOf(answer)).toHaveText('0')
  await page.unroute('**/vote/*')

  // The server refuses: newcomers do not vote yet.
  await open(page, site, cleo, path)
  await press(up)
  await expect(page.getByText(/reputation/).last()).toBeVisible()
  await expect(scoreOf(post)).toHaveText('1')

  await open(page, site, ada, path)
  await press(up)
  await expect(page.getByText('You cannot vote on what you wrote yourself.').first()).toBeVisible()
  await expect(scoreOf(post)).toHaveText('1')
})

test('bookmark, follow and reactions stay', async ({ page, site }) => {
  const { path } = await aThread(site)
  await open(page, site, cleo, path)
  const post = questionPost(page)
  const replied = (part: string) => page.waitForResponse((reply) => reply.url().includes(part))
  await Promise.all([
    replied('/collection/switch'),
    press(post.getByRole('button', { name: 'Keep this question for later' })),
  ])
  await Promise.all([
    replied('/follow'),
    press(post.getByRole('button', { name: 'Follow', exact: true })),
  ])
  await press(post.getByRole('button', { name: 'Add a reaction' }))
  await Promise.all([
    replied('/meta/reaction'),
    press(page.getByRole('button', { name: 'Heart', exact: true })),
  ])
  await page.reload()
  await wake(page)
  await expect(post.getByRole('button', { name: 'Kept for later' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: 'Following' })).toHaveCount(2)
  const heart = post.getByRole('button', { name: 'Heart, 1' })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await press(heart)
  await expect(heart).toHaveCount(0)
  await expect(page.getByText('1 following')).toBeVisible()
})

test('what is deleted can be brought back, and only its author sees it meanwhile', async ({
  page,
  site,
}) => {
  const { id, path } = await aThread(site)
  await answerAs(site, ben, id, 'An answer to take back.')
  await open(page, site, ben, path)
  const answer = answerWith(page, 'An answer to take back.')
  await press(answer.getByRole('button', { name: 'Delete' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(answer.getByText('This answer is deleted.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(answer.getByText('This answer is deleted.')).toBeHidden()

  await open(page, site, ada, path)
  await press(questionPost(page).getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('alertdialog')).toContainText('1 answer goes out of sight with it')
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('This question is deleted.').first()).toBeVisible()
  await expect(page.getByText('A deleted question takes no answers.')).toBeVisible()
  await press(questionPost(page).getByRole('button', { name: 'Undelete' }))
  await expect(page.getByText('The question is back.').first()).toBeVisible()
})

const pageBudget = 60 * 1024

test('a long page is small and does not move', async ({ page }, info) => {
  await watchLayout(page)
  const sizes: Record<string, number> = {}
  page.on('response', async (reply) => {
    const kind = reply.request().resourceType()
    const { responseBodySize } = await reply.request().sizes()
    sizes[kind] = (sizes[kind] ?? 0) + responseBodySize
  })
  await page.goto(long.path)
  await page.waitForLoadState('networkidle')
  const { sum, what } = await layoutShift(page)
  expect(sum, what).toBeLessThanOrEqual(0.02)
  info.annotations.push({ type: 'transferred', description: JSON.stringify(sizes) })
  // Without fonts, which text does not wait for, and without the scripts that idle time fetches for later.
  const total = (sizes['document'] ?? 0) + (sizes['stylesheet'] ?? 0) + (sizes['other'] ?? 0)
  expect(total).toBeLessThanOrEqual(pageBudget)
})
