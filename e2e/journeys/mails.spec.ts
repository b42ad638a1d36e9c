// Mails from what happens on the site to what a mail client shows.
import type { Page } from '@playwright/test'
import { listMails, type Mail, waitForMail } from '../../scripts/services/inbox.ts'
import { logInAs } from '../pages/settings-pages.ts'
import { findAxeViolations } from '../support/axe.ts'
import { runSql } from '../support/databases.ts'
import { type Account, aMember, answerAs, askAs } from '../support/seed.ts'
import type { Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const flour = {
  title: 'Which flour makes a light rye?',
  body: 'Mine is as heavy as a stone.',
  tags: ['baking'],
}

/** Instead of waiting for the delay of a minute, and for the job that runs every minute. */
async function sendNow({ databaseUrl }: Site, { email }: Account, statement: string) {
  const url = databaseUrl ?? ''
  const schedule = `update mail_schedules set ${statement}
    where user_id = (select id from users where email = $1) returning user_id`
  await expect.poll(async () => (await runSql(url, schedule, [email])).length).toBeGreaterThan(0)
  await runSql(url, `insert into pgboss.job (name, data) values ('every/send-mails', '{}')`)
}

/** Not on a page of the site, whose policy forbids the styles of mails. */
async function show(page: Page, { html }: Mail) {
  await page.goto('about:blank')
  await page.setContent(html)
}

const waitLong = { timeoutMs: 90_000 }

test('an asker reads of an answer in a mail, and unsubscribes without logging in', async ({
  page,
  site,
  context,
}) => {
  const [asker, author] = [await aMember(site, 'Mail Asker'), await aMember(site, 'Mail Author')]
  const { id } = await askAs(site, asker, flour)
  await answerAs(site, author, id, 'One that is half wheat.')
  await sendNow(site, asker, 'due_at = now()')
  const mail = await waitForMail({ to: asker.email, subject: flour.title, ...waitLong })
  expect(mail.text).toContain('One that is half wheat.')

  await show(page, mail)
  await page.getByRole('link', { name: 'Read the answer' }).click()
  await expect(page.getByText('One that is half wheat.').first()).toBeVisible()

  await show(page, mail)
  await page.getByRole('link', { name: 'Unsubscribe from “New answers”' }).click()
  const kind = page.getByRole('heading', { name: 'Unsubscribe from “New answers”' })
  await expect(kind).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()

  await logInAs(context, site, asker)
  await page.goto('/users/settings/notify')
  await expect(page.getByLabel('Email: New answers')).toHaveValue('off')
  await expect(page.getByLabel('Email: Comments and mentions')).toHaveValue('immediate')
})

/** Landmarks and headings are for pages; mail clients show a mail as a part of theirs. */
async function findProblems(page: Page) {
  const problems = await findAxeViolations(page)
  return problems.filter((problem) => !/^(?:landmark|region|page-has)/.test(problem))
}

/** As a mail client shows it: wide, narrow and dark. */
async function photograph(page: Page, mail: Mail, name: string) {
  await show(page, mail)
  expect(await findProblems(page)).toEqual([])
  const sizes = { wide: 800, narrow: 390 }
  for (const [size, width] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, size).toBe(0)
    await page.screenshot({ path: test.info().outputPath(`${name}-${size}.png`), fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findProblems(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath(`${name}-dark.png`), fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
}

const languages = [
  { language: 'en_US', tag: 'en-US', dir: 'ltr', sentence: 'answered' },
  { language: 'zh_CN', tag: 'zh-CN', dir: 'ltr', sentence: '回答' },
  { language: 'ar', tag: 'ar', dir: 'rtl', sentence: 'أجاب' },
]

test('mails are readable in three languages, wide, narrow and dark', async ({ page, site }) => {
  const author = await aMember(site, 'Poly Glot')
  const askers = []
  for (const [index, { language }] of languages.entries()) {
    const asker = await aMember(site, `Reader ${index}`)
    const values = [asker.email, language]
    await runSql(site.databaseUrl ?? '', 'update users set language = $2 where email = $1', values)
    const question = { ...flour, title: `Which flour makes a light rye, ${index}?` }
    const { id } = await askAs(site, asker, question)
    await answerAs(site, author, id, 'One that is half wheat, and much water.')
    askers.push(asker)
  }
  for (const asker of askers) await sendNow(site, asker, 'due_at = now()')
  for (const [index, { language, tag, dir, sentence }] of languages.entries()) {
    const mail = await waitForMail({ to: askers[index]!.email, subject: /light rye/, ...waitLong })
    expect(mail.text).toContain(sentence)
    await photograph(page, mail, language)
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    await expect(page.locator('html')).toHaveAttribute('dir', dir)
  }
})

test('a digest says what happened in a busy day, in one mail', async ({ page, site }) => {
  const [asker, author] = [await aMember(site, 'Digest Ida'), await aMember(site, 'Busy Bo')]
  const all = `insert into notification_choices (user_id, answers, comments)
    select id, 'daily', 'daily' from users where email = $1`
  await runSql(site.databaseUrl ?? '', all, [asker.email])
  const titles = ['How much salt?', 'How hot is the oven?', 'How long does dough rest?']
  for (const title of titles) {
    const { id } = await askAs(site, asker, { ...flour, title })
    await answerAs(site, author, id, `About “${title}”: less than you think.`)
  }
  const due = `select count(*)::int as count from due_mails
    where user_id = (select id from users where email = $1)`
  const countDue = async () =>
    (await runSql<{ count: number }>(site.databaseUrl ?? '', due, [asker.email]))[0]?.count
  await expect.poll(countDue).toBe(titles.length)
  // As if it were tomorrow.
  await sendNow(site, asker, `due_at = now(), since = since - interval '2 days'`)
  const mail = await waitForMail({ to: asker.email, subject: /^.*Your \w+day/, ...waitLong })
  for (const title of titles) expect(mail.text).toContain(title)
  await photograph(page, mail, 'digest')
  const others = await listMails({ to: asker.email, subject: /salt|oven|dough/ })
  expect(others).toEqual([])
})
