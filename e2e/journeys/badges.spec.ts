import { getNotificationStatus } from '@stoa/contract/features/notifications'
import { react } from '@stoa/contract/features/reactions'
import { apiClient } from '../support/api-client.ts'
import { hydrate } from '../support/hydration.ts'
import { setCookies } from '../support/screens.ts'
import { aMember, askAs, usernameOf } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

const appearance = { theme: 'light', locale: 'en_US' } as const

test('a member earns a badge, is congratulated once and finds it', async ({ page, site }) => {
  const asker = await aMember(site, 'Ines Moreau')
  const member = await aMember(site, 'Nils Ahlgren')
  const title = `Why is my crust soft ${Date.now()}`
  const question = await askAs(site, asker, { title, body: 'After an hour.', tags: ['crust'] })
  await setCookies(page.context(), site, member, appearance)
  await page.goto('/badges')
  await expect(page.getByText('0 of 14 earned')).toBeVisible()
  await hydrate(page)

  const client = apiClient(site, member.token)
  await client.call(react, { object_id: question.id, emoji: 'heart', reaction: 'activate' })
  const congratulation = page.locator('.congratulation', { hasText: 'You earned First Reaction' })
  await expect(congratulation).toBeVisible()
  await congratulation.getByRole('link', { name: 'View badge' }).click()
  await expect(page.getByRole('heading', { name: 'First Reaction', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/username=/)
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: 'Nils Ahlgren' })).toBeVisible()
  await expect(congratulation).toBeHidden()
  await expect
    .poll(async () => (await client.call(getNotificationStatus, {})).badge_award)
    .toBeNull()

  const username = await usernameOf(site, member)
  await page.goto(`/users/${username}/badges`)
  await expect(page.getByRole('main').getByRole('link', { name: 'First Reaction' })).toBeVisible()
  await page.goto(`/users/${username}`)
  await expect(page.getByRole('heading', { name: 'Recent badges' })).toBeVisible()
  await expect(congratulation).toBeHidden()

  await page.goto('/users/notifications/achievement')
  await page.getByRole('main').getByRole('link', { name: 'First Reaction' }).click()
  await expect(page.getByRole('heading', { name: 'First Reaction', level: 1 })).toBeVisible()
})

test('closing the congratulation by keyboard ends it', async ({ page, site }) => {
  const asker = await aMember(site, 'Gus Lindqvist')
  const member = await aMember(site, 'Aisha Bello')
  const title = `Why is my crumb dense ${Date.now()}`
  const question = await askAs(site, asker, { title, body: 'Every time.', tags: ['crumb'] })
  const client = apiClient(site, member.token)
  await client.call(react, { object_id: question.id, emoji: 'heart', reaction: 'activate' })
  await expect
    .poll(async () => (await client.call(getNotificationStatus, {})).badge_award?.name)
    .toBe('First Reaction')
  await setCookies(page.context(), site, member, appearance)
  await page.goto('/tags')
  await hydrate(page)
  const congratulation = page.locator('.congratulation', { hasText: 'You earned First Reaction' })
  await congratulation.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await expect(congratulation).toBeHidden()
  await expect
    .poll(async () => (await client.call(getNotificationStatus, {})).badge_award)
    .toBeNull()
  await page.reload()
  await hydrate(page)
  await expect(congratulation).toBeHidden()
})
