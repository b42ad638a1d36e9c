// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Form } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { VisitProvider } from '../../../kernel/visit-context.tsx'
import { aVisit } from '../../../kernel/visit.factory.ts'
import { CaptchaField } from './captcha-field.tsx'

const salt = 'a7b8c9d0e1f2g3h4i5j6k7?expires=1893456000'
const rejected = {
  problem: { fields: { captcha_code: 'Solve the captcha.' }, message: null },
  captcha: {
    verify: true,
    captcha_id: 'captcha-1',
    captcha_img: 'data:image/png;base64,AAAA',
    action: 'password' as const,
    plugin: '',
    challenge: {
      algorithm: 'SHA-256' as const,
      salt,
      challenge: createHash('sha256').update(`${salt}7`).digest('hex'),
      maxnumber: 50,
      signature: 'signed',
    },
  },
}

type Rejected = Parameters<typeof CaptchaField>[0]['rejected']

/** A form that is rejected until it contains a solution. */
function aForm(actionData?: object) {
  const sent: Record<string, unknown>[] = []
  const Stub = createRoutesStub([
    {
      id: 'form',
      path: '/',
      async action({ request }) {
        const values = Object.fromEntries(await request.formData())
        sent.push(values)
        return 'captcha_code' in values ? undefined : rejected
      },
      Component: ({ actionData: data }) => (
        <Form method="post">
          <CaptchaField rejected={data as Rejected} />
          <button type="submit">Send</button>
        </Form>
      ),
    },
  ])
  const page = (
    <VisitProvider value={aVisit()}>
      <Stub hydrationData={actionData && { actionData: { form: actionData } }} />
    </VisitProvider>
  )
  return { page, sent }
}

beforeAll(() => configure({ asyncUtilTimeout: 20_000 }))
afterEach(cleanup)

describe('the captcha of a form', () => {
  it('is an image and a field without scripts', () => {
    const html = renderToString(aForm(rejected).page)
    expect(html).toContain('src="data:image/png;base64,AAAA"')
    expect(html).toContain('name="captcha_code"')
    expect(html).toContain('Solve the captcha.')
  })

  it('is absent while none is required', () => {
    render(aForm().page)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('is solved in the background, and the form submitted again', async () => {
    const { page, sent } = aForm()
    render(page)
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(sent.length).toBe(2))
    expect(sent[0]).toEqual({ captcha_id: '' })
    const { captcha_id, captcha_code } = sent[1] as Record<string, string>
    expect(captcha_id).toBe('captcha-1')
    expect(JSON.parse(atob(captcha_code ?? ''))).toMatchObject({ number: 7 })
  })

  it('is solved but not submitted by itself in a form that the server rendered', async () => {
    const { page, sent } = aForm(rejected)
    render(page)
    await screen.findByText('Verified. You can continue.')
    expect(sent).toEqual([])
  })

  it('is an image when the browser cannot solve it', async () => {
    const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const challenge = { ...rejected.captcha.challenge, maxnumber: 6 }
    render(aForm({ ...rejected, captcha: { ...rejected.captcha, challenge } }).page)
    await screen.findByRole('img')
    expect(logError).toHaveBeenCalledWith('captcha could not be solved', expect.any(Error))
    logError.mockRestore()
  })
})
