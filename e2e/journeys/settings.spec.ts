import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { logInAs, save } from '../pages/settings-pages.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { hydrate } from '../support/hydration.ts'
import { aMember, askAs, type Account } from '../support/seed.ts'
import { expect, test } from '../support/test.ts'

/** Half red, half blue, so that the cropped part can be identified. */
function aTwoColorImage() {
  const [width, height] = [80, 40]
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, (_, x) =>
      Buffer.from(x < width / 2 ? [220, 20, 20] : [20, 20, 220]),
    ),
  ])
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const buffer = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name: 'me.png', mimeType: 'image/png', buffer }
}

function crc32(bytes: Buffer) {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

let userCount = 0

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: hasScripts })

    let member: Account
    test.beforeEach(async ({ site, context }) => {
      member = await aMember(site, `Sef Ting${hasScripts ? 's' : 'n'} ${++userCount}`)
      await logInAs(context, site, member)
    })

    test('a member edits their profile and sees the changes on it', async ({ page }) => {
      await page.goto('/users/settings')
      await page.getByLabel('Display name').fill('Noor Haddad')
      await page.getByLabel('Username').fill(`Noor.${Date.now()}`)
      await page.getByLabel('About me').fill('I measure **twice**.')
      await page.getByLabel('Website').fill('https://noor.example/work')
      await page.getByLabel('Location').fill('Tripoli')
      await save(page)
      await expect(page.getByLabel('Username')).toHaveValue(/^noor\.\d+$/)

      const username = await page.getByLabel('Username').inputValue()
      await page.goto(`/users/${username}`)
      await expect(page.getByRole('heading', { name: 'Noor Haddad' })).toBeVisible()
      await expect(page.locator('strong', { hasText: 'twice' })).toBeVisible()
      const website = page.getByRole('link', { name: 'noor.example' })
      await expect(website).toHaveAttribute('href', 'https://noor.example/work')
      await expect(website).toHaveAttribute('rel', /nofollow/)
      await expect(page.getByText('Tripoli')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible()
    })

    test('invalid fields show an error and keep the other values', async ({ page }) => {
      await page.goto('/users/settings/profile')
      await page.getByLabel('Username').fill('settings')
      await page.getByLabel('Location').fill('Still here')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('Location')).toHaveValue('Still here')

      await page.getByLabel('Username').fill('fine-name')
      await page.getByLabel('Website').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Enter a valid URL.')).toBeVisible()
    })

    test('a member chooses which emails to receive', async ({ page }) => {
      await page.goto('/users/settings/notify')
      await expect(page.getByLabel('Email: New answers')).toHaveValue('immediate')
      await page.getByLabel('Email: New answers').selectOption('Daily')
      await page.getByLabel('Email: All new questions').selectOption('Weekly')
      await page.getByLabel('No email and no push between these hours').check()
      await save(page)
      await page.goto('/users/settings/notify')
      await expect(page.getByLabel('Email: New answers')).toHaveValue('daily')
      await expect(page.getByLabel('Email: All new questions')).toHaveValue('weekly')
      await expect(page.getByLabel('No email and no push between these hours')).toBeChecked()
      await page.getByRole('button', { name: 'No email', exact: true }).click()
      await expect(page.getByLabel('Email: New answers')).toHaveValue('off')
      await page.getByRole('button', { name: 'What concerns me' }).click()
      await expect(page.getByLabel('Email: New answers')).toHaveValue('immediate')
    })

    test('a member turns off single-key shortcuts in this browser', async ({ page }) => {
      await page.goto('/users/settings/interface')
      await page.getByLabel('Single-key shortcuts').uncheck()
      await save(page)
      await page.goto('/users/settings/interface')
      await expect(page.locator('html')).toHaveAttribute('data-shortcuts', 'off')
      await page.getByLabel('Single-key shortcuts').check()
      await save(page)
      await expect(page.locator('html')).not.toHaveAttribute('data-shortcuts')
    })

    test('language, theme and time zone apply in another browser', async ({
      page,
      site,
      browser,
    }) => {
      await page.goto('/users/settings/interface')
      await page.getByLabel('Language').selectOption({ label: '简体中文' })
      await page.getByRole('radio', { name: 'Dark' }).check()
      await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(page.getByText('已保存').first()).toBeVisible()

      const otherContext = await browser.newContext({ baseURL: site.url, locale: 'en-US' })
      await otherContext.addCookies([
        { name: 'theme', value: 'light', url: site.url },
        { name: 'lang', value: 'ar', url: site.url },
      ])
      await logInAs(otherContext, site, member)
      const otherPage = await otherContext.newPage()
      await otherPage.goto('/questions')
      await expect(otherPage.locator('html')).toHaveAttribute('lang', 'zh-CN')
      await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'dark')
      // The footer must change the account setting too, because that one has precedence.
      await otherPage.getByRole('button', { name: '浅色' }).click()
      await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'light')
      await otherContext.close()
      await page.goto('/questions')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    })

    test('a member downloads their data and deletes the account', async ({ page, site }) => {
      const question = await askAs(site, member)
      await page.goto('/users/settings/data')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('my-data.json')
      const exported = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<
        string,
        unknown
      >
      expect(exported).toMatchObject({
        account: { email: member.email },
        questions: [{ id: question.id }],
      })

      await page.getByLabel('Password', { exact: false }).first().fill('not the password')
      await page.getByRole('button', { name: 'Delete my account permanently' }).click()
      await expect(page.locator('#pass')).toHaveAttribute('aria-invalid', 'true')
      await page.locator('#pass').fill(member.password)
      await page.getByRole('button', { name: 'Delete my account permanently' }).click()
      await expect(page.getByRole('heading', { name: 'Account deleted' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()

      await page.goto(`/questions/${question.id}`)
      const author = page.getByText(/^user-[0-9a-f]{6}$/)
      await expect(author.first()).toBeVisible()
      await expect(page.getByRole('link', { name: /^user-/ })).toHaveCount(0)
      await expect(page.getByText(member.name)).toHaveCount(0)
    })
  })
}

test('an avatar is cropped in the browser and shown in the header', async ({
  page,
  site,
  context,
}) => {
  const member = await aMember(site, `Pic Ture ${++userCount}`)
  await logInAs(context, site, member)
  await page.goto('/users/settings/profile')
  await page.getByLabel('Choose an image').setInputFiles(aTwoColorImage())
  const dialog = page.getByRole('dialog', { name: 'Crop your avatar' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Zoom').fill('2')
  const area = dialog.getByRole('img', { name: 'Visible area' })
  for (let step = 0; step < 40; step++) await area.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Apply crop' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Custom image')).toBeChecked()
  await save(page)

  const avatar = page.getByRole('banner').locator('img[src^="/uploads/avatars/"]')
  await expect(avatar).toBeVisible()
  const { type, bytes } = await page.evaluate(async () => {
    const image = document.querySelector<HTMLImageElement>('header img[src^="/uploads/"]')
    const response = await fetch(image?.src ?? '')
    return {
      type: response.headers.get('content-type'),
      bytes: (await response.arrayBuffer()).byteLength,
    }
  })
  expect(type).toBe('image/webp')
  expect(bytes).toBeGreaterThan(50)
  // The crop area was moved to the right half, which is blue.
  expect(await getAvatarColor(page)).toBe('blue')

  await page.getByLabel('Initials').check()
  await save(page)
  await expect(avatar).toHaveCount(0)
})

async function getAvatarColor(page: Page) {
  return await page.evaluate(async () => {
    const source =
      document.querySelector<HTMLImageElement>('header img[src^="/uploads/"]')?.src ?? ''
    const bitmap = await createImageBitmap(await (await fetch(source)).blob())
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0, 1, 1)
    const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
    return blue > red ? 'blue' : 'red'
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an avatar is uploaded with the form', async ({ page, site, context }) => {
    const member = await aMember(site, `No Script ${++userCount}`)
    await logInAs(context, site, member)
    await page.goto('/users/settings/profile')
    await page.getByLabel('Choose an image').setInputFiles(aTwoColorImage())
    await page.getByLabel('Location').fill('Tyre')
    await save(page)
    await expect(page.getByRole('banner').locator('img[src^="/uploads/avatars/"]')).toBeVisible()
    await expect(page.getByLabel('Custom image')).toBeChecked()

    await page.getByLabel('Choose an image').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload="alert(1)">'),
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Can’t read this image.')).toBeVisible()
  })
})

test('leaving a form with unsaved changes asks for confirmation', async ({
  page,
  site,
  context,
}) => {
  const member = await aMember(site, `Half Way ${++userCount}`)
  await logInAs(context, site, member)
  await page.goto('/users/settings/profile')
  await hydrate(page)
  await page.getByLabel('Location').fill('Somewhere')
  await page.getByRole('link', { name: 'Notifications' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay on page' }).click()
  await expect(page.getByLabel('Location')).toHaveValue('Somewhere')
  await page.getByRole('link', { name: 'Notifications' }).click()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(/\/users\/settings\/notify$/)

  await page.goto('/users/settings/profile')
  await hydrate(page)
  await page.getByLabel('Location').fill('Somewhere')
  await page.getByLabel('Location').fill('')
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL(/\/users\/settings\/notify$/)
})

test('a field error survives hydration after the form was submitted', async ({
  page,
  site,
  context,
}) => {
  const member = await aMember(site, `Late Waker ${++userCount}`)
  await logInAs(context, site, member)
  const release = await holdRequests(page, /\/assets\/.*\.js/)
  await page.goto('/users/settings/profile', { waitUntil: 'commit' })
  await page.getByLabel('Username').fill('settings')
  await page.getByLabel('Username').press('Enter')
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  release()
  await hydrate(page)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
})

test('hydration keeps the focus and text of the field being typed in', async ({
  page,
  site,
  context,
}) => {
  const member = await aMember(site, `Fast Typer ${++userCount}`)
  await logInAs(context, site, member)
  const release = await holdRequests(page, /\/assets\/.*\.js/)
  await page.goto('/users/settings/profile', { waitUntil: 'commit' })
  await page.getByLabel('Username').fill('settings')
  await page.getByLabel('Username').press('Enter')
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Location').pressSequentially('Half ')
  release()
  await hydrate(page)
  await page.keyboard.type('way')
  await expect(page.getByLabel('Location')).toHaveValue('Half way')
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
})
