import type { Locator } from '@playwright/test'
import { acceptAnswer } from '@stoa/contract/features/answers'
import { voteUp } from '@stoa/contract/features/votes'
import { answerWith, questionPost } from './pages/thread-page.ts'
import { apiClient } from './support/api-client.ts'
import { aMember, answerAs, askAs, commentAs, logInAsAdmin, type Account } from './support/seed.ts'
import { expect, test } from './support/test.ts'

let ben: Account
let thread: { id: string; path: string }

test.beforeAll(async ({ site }) => {
  ben = await aMember(site, 'Ben Answers')
  const { id, url_title } = await askAs(site, await aMember(site, 'Ada Asker'))
  thread = { id, path: `/questions/${id}/${url_title}` }
})

const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

for (const [size, device, maxAnswerHeight] of [
  ['on desktop', { viewport: { width: 1280, height: 800 } }, 190],
  ['on phones', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, 250],
] as const) {
  test.describe(size, () => {
    test.use(device)

    test('a comment has its author, time and score apart from its text', async ({ page, site }) => {
      const { comment_id } = await commentAs(site, ben, thread.id, 'Short remark')
      const asAdmin = apiClient(site, (await logInAsAdmin(site)).token)
      await asAdmin.call(voteUp, { object_id: comment_id })
      await page.goto(thread.path)
      const comment = page.locator(`#comment-${comment_id}`)
      const text = await boxOf(comment.getByText('Short remark'))
      const author = await boxOf(comment.getByRole('link', { name: 'Ben Answers' }).locator('bdi'))
      const time = await boxOf(comment.locator('time'))
      expect(author.y).toBeGreaterThanOrEqual(text.y + text.height)
      expect(time.x - (author.x + author.width)).toBeGreaterThanOrEqual(8)
      await expect(comment.locator('a:has(time)').locator('..')).toHaveText(/^Ben Answers · \w/)
      await expect(comment.getByRole('button', { name: 'Upvote this comment' })).toContainText('1')
    })

    test('the footer of a short answer is short', async ({ page, site }) => {
      const text = `Use a literal, ${size}.`
      await answerAs(site, await aMember(site, 'Cleo Reads'), thread.id, text)
      await page.goto(thread.path)
      const answer = answerWith(page, text)
      const share = await boxOf(answer.getByRole('button', { name: 'Share' }))
      const author = await boxOf(answer.getByRole('link', { name: 'Cleo Reads' }))
      expect(author.y).toBeLessThan(share.y + share.height)
      expect(author.y + author.height).toBeGreaterThan(share.y)
      expect((await boxOf(answer)).height).toBeLessThanOrEqual(maxAnswerHeight)
      const post = questionPost(page)
      const tags = await boxOf(post.getByRole('list', { name: 'Tags' }))
      const actions = await boxOf(post.getByRole('button', { name: 'Share' }))
      expect(tags.y + tags.height).toBeLessThanOrEqual(actions.y)
      if (size === 'on desktop') return
      const votes = await boxOf(post.locator('.vote'))
      expect(tags.y + tags.height).toBeLessThanOrEqual(votes.y)
    })
  })
}

test('staff who accept an answer are named, also without JavaScript', async ({ page, site }) => {
  const { id: answer_id } = await answerAs(site, ben, thread.id, 'Let staff decide.')
  const staff = await logInAsAdmin(site)
  await page.context().addCookies([{ name: 'sid', value: staff.token, url: site.url }])
  await page.goto(thread.path)
  const answer = answerWith(page, 'Let staff decide.')
  const up = await boxOf(answer.getByRole('button', { name: 'This answer is useful' }))
  const ring = answer.getByRole('button', { name: 'Accept this answer' }).locator('.border')
  expect({ ...(await boxOf(ring)), y: up.y }).toEqual(up)
  await apiClient(site, staff.token).call(acceptAnswer, { question_id: thread.id, answer_id })
  const html = await (await fetch(site.url + thread.path)).text()
  expect(html).toMatch(/Accepted by <bdi>Leila<\/bdi>, <span[^>]*><time/)
})
