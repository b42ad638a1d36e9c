import type { Page } from '@playwright/test'
import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, answerAs, askAs, commentAs, type Account, usernameOf } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const
const inboxPath = '/users/notifications/inbox'

/** A question of a member that another one answered and commented on. */
async function aDiscussion(site: Site, askerName: string) {
  const asker = await aMember(site, askerName)
  const helper = await aMember(site, 'Nils Ahlgren')
  const title = `Why does my dough tear ${Date.now()}`
  const question = await askAs(site, asker, { title, body: 'At the seams.', tags: ['dough'] })
  await answerAs(site, helper, question.id, 'Let it rest for twenty minutes first.')
  await waitForNotifications(site, asker, 1)
  await commentAs(site, helper, question.id, 'Which flour do you use?')
  await waitForNotifications(site, asker, 2)
  return { asker, helper, title, question }
}

/** Jobs write notifications. */
async function waitForNotifications(site: Site, account: Account, count: number) {
  const client = apiClient(site, account.token)
  const countNew = async () => (await client.call(getNotificationStatus, {})).inbox
  await expect.poll(countNew).toBe(count)
}

async function openAs(page: Page, site: Site, account: Account, path: string) {
  await setCookies(page.context(), site, account, appearance)
  await page.goto(path)
}

test('a member sees the count, reads in the popover and marks all as read', async ({
  page,
  site,
}) => {
  const { asker, title, question } = await aDiscussion(site, 'Ines Moreau')
  await openAs(page, site, asker, '/questions')
  await hydrate(page)
  const banner = page.getByRole('banner')
  const inbox = banner.getByRole('link', { name: 'Inbox, 2 new' })
  await inbox.focus()
  await page.keyboard.press('Enter')

  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover).toBeFocused()
  await expect(popover.getByRole('listitem')).toHaveText([
    /Nils Ahlgren commented on .*New/,
    /Nils Ahlgren answered .*New/,
  ])
  await expect(banner.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(banner.getByRole('link', { name: 'Inbox', exact: true })).toBeFocused()

  await page.keyboard.press(' ')
  await popover.getByRole('button', { name: 'Achievements' }).click()
  await expect(popover.getByText('No achievements yet')).toBeVisible()
  await popover.getByRole('button', { name: 'Inbox' }).click()
  await popover.getByRole('listitem').last().getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`/questions/${question.id}/`))
  await expect(popover).toBeHidden()

  await page.goto(inboxPath)
  await expect(banner.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.nth(0)).toContainText('New')
  await expect(rows.nth(1)).not.toContainText('New')
  await hydrate(page)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(rows.getByText('New', { exact: true })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Unread only' }).click()
  await expect(page).toHaveURL(`${inboxPath}?unread=true`)
  await expect(page.getByText('You’re all caught up')).toBeVisible()
})

test('a click on the link closes the popover, and phones open the page', async ({ page, site }) => {
  const { asker } = await aDiscussion(site, 'Gus Lindqvist')
  await openAs(page, site, asker, '/questions')
  await hydrate(page)
  const link = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await link.click()
  await expect(popover).toBeVisible()
  await link.click()
  await expect(popover).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await link.click()
  await expect(page).toHaveURL(inboxPath)
})

test('a failed list says so and can be loaded again', async ({ page, site }) => {
  const { asker } = await aDiscussion(site, 'Wen Zhao')
  await openAs(page, site, asker, '/questions')
  await hydrate(page)
  const calls = '**/api/v1/notification/page?*'
  await page.route(calls, (route) => route.fulfill({ status: 503, body: 'away' }))
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Inbox/ })
    .click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByRole('alert')).toContainText('couldn’t be loaded')
  await page.unroute(calls)
  await popover.getByRole('button', { name: 'Try again' }).click()
  await expect(popover.getByRole('listitem')).toHaveCount(2)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages list, filter and mark notifications', async ({ page, site }) => {
    const { asker } = await aDiscussion(site, 'Tove Lind')
    await openAs(page, site, asker, '/questions')
    await page.getByRole('banner').getByRole('link', { name: 'Inbox, 2 new' }).click()
    await expect(page).toHaveURL(inboxPath)
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await rows.first().getByText('Why am I getting this?').click()
    await expect(rows.first().getByText('You asked this question.')).toBeVisible()

    await rows.first().getByRole('button', { name: 'Mark as read' }).click()
    await expect(page).toHaveURL(inboxPath)
    await expect(rows.getByText('New', { exact: true })).toHaveCount(1)
    await page.getByRole('switch', { name: 'Unread only' }).click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText('You’re all caught up')).toBeVisible()
    await page.getByRole('link', { name: 'Votes' }).click()
    await page.getByRole('switch', { name: 'Unread only' }).click()
    await expect(page).toHaveURL(/\/inbox\/votes\??$/)
    await expect(page.getByText('Nothing here yet')).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Achievements' }).click()
    await expect(page.getByText('No achievements yet')).toBeVisible()
    await page.goto('/users/notifications')
    await expect(page).toHaveURL(inboxPath)
  })
})

test('a member mutes a question beside the reason, and hears of it again after the settings', async ({
  page,
  site,
}) => {
  const { asker, helper, title, question } = await aDiscussion(site, 'Quiet Mona')
  await openAs(page, site, asker, inboxPath)
  await hydrate(page)
  const row = page.getByRole('main').getByRole('listitem').first()
  await row.getByText('Why am I getting this?').click()
  await expect(row).toContainText('You asked this question.')
  await row.getByRole('button', { name: 'Mute this question' }).click()
  await expect(row.getByRole('button', { name: 'Unmute this question' })).toBeVisible()

  await commentAs(site, helper, question.id, 'Or is the oven too hot?')
  await page.goto(`/questions/${question.id}`)
  await expect(page.getByRole('button', { name: 'Muted' })).toBeVisible()

  await page.goto('/users/settings/notify')
  await hydrate(page)
  await page.getByRole('button', { name: `Unmute ${title}` }).click()
  await expect(page.getByRole('heading', { name: 'Muted questions' })).toBeHidden()
  await commentAs(site, helper, question.id, 'How long did it rest?')
  await waitForNotifications(site, asker, 1)
  await page.goto(inboxPath)
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: 'How long did it rest?' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'too hot' })).toHaveCount(0)
})

test('a member follows a user, hears of a new question, and unfollows beside the reason', async ({
  page,
  site,
}) => {
  const [reader, author] = [await aMember(site, 'Ines Sol'), await aMember(site, 'Tomas Rye')]
  const profile = `/users/${await usernameOf(site, author)}`
  await openAs(page, site, reader, profile)
  await hydrate(page)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Following' })).toBeVisible()

  const title = `Which rye rises overnight ${Date.now()}`
  await askAs(site, author, { title, body: 'In a cold kitchen.', tags: ['rye'] })
  await waitForNotifications(site, reader, 1)
  await page.goto(inboxPath)
  await hydrate(page)
  const row = page.getByRole('main').getByRole('listitem').first()
  await expect(row).toContainText(`Tomas Rye asked ${title}`)
  await row.getByText('Why am I getting this?').click()
  await expect(row).toContainText('You follow this user.')
  await row.getByRole('button', { name: 'Unfollow this user' }).click()
  await expect(row.getByRole('button', { name: 'Follow this user' })).toBeVisible()
  await page.goto(profile)
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
})
