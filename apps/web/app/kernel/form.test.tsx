// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, type ActionFunction } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { omitEmpty, type FormSpec } from './form-spec.ts'
import { FormBox, FormField, useContractForm, type RejectedForm } from './form.tsx'
import type { MessageKind } from './rejections.ts'
import { VisitProvider } from './visit-context.tsx'
import { aVisit } from './visit.factory.ts'

type Field = 'e_mail' | 'name'

const spec = {
  fields: ['e_mail', 'name'],
  schema: z.object({ e_mail: z.string(), name: z.string().max(5) }),
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<Field>

function Screen({ rejected }: { rejected: RejectedForm<Field> }) {
  const form = useContractForm(spec, rejected)
  return (
    <FormBox form={form} submitsOnCtrlEnter>
      <FormField form={form} name="e_mail" label="Email">
        {(control) => <TextInput {...control} />}
      </FormField>
      <FormField form={form} name="name" label="Name">
        {(control) => <TextInput {...control} />}
      </FormField>
      <Button type="submit" name="step" value="save" loading={form.isSubmitting}>
        Save
      </Button>
    </FormBox>
  )
}

const reject = (fields: Record<string, string>, kind?: MessageKind) => ({
  problem: { fields, message: kind === undefined ? null : { kind, text: 'Not today.' } },
  values: { e_mail: 'rut@example.org', name: 'Ruth' },
})

function toPage(action: ActionFunction, actionData?: object) {
  const Stub = createRoutesStub([
    {
      id: 'form',
      path: '/',
      action,
      Component: ({ actionData: rejected }) => (
        <Screen rejected={rejected as RejectedForm<Field>} />
      ),
    },
  ])
  return (
    <VisitProvider value={aVisit()}>
      <ToastProvider label="Messages" closeLabel="Close">
        <Stub hydrationData={actionData && { actionData: { form: actionData } }} />
      </ToastProvider>
    </VisitProvider>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

/** The text that screen readers read with a field. */
function errorOf(label: string) {
  const id = field(label).getAttribute('aria-describedby')
  return id === null ? null : document.getElementById(id)?.textContent
}

beforeAll(() => configure({ asyncUtilTimeout: 20_000 }))
afterEach(cleanup)

describe('a form', () => {
  it('reports invalid fields without submitting', async () => {
    const action = vi.fn<() => null>(() => null)
    render(toPage(action))
    type('Name', 'Rutherford')
    save()
    await waitFor(() => expect(errorOf('Name')).toBe('Use no more than 5 characters.'))
    expect(errorOf('Email')).toBe('This field is required.')
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(action).not.toHaveBeenCalled()
  })

  it('submits the fields and the button, and disables the button meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<null>()
    const sent: object[] = []
    render(
      toPage(async ({ request }) => {
        sent.push(Object.fromEntries(await request.formData()))
        return promise
      }),
    )
    type('Email', 'rut@example.org')
    type('Name', 'Rut')
    save()
    await waitFor(() => expect(isBusy()).toBe(true))
    resolve(null)
    await waitFor(() => expect(isBusy()).toBe(false))
    expect(sent).toEqual([{ e_mail: 'rut@example.org', name: 'Rut', step: 'save' }])
  })

  it('is submitted by Ctrl+Enter', async () => {
    const action = vi.fn<() => null>(() => null)
    render(toPage(action))
    type('Email', 'rut@example.org')
    type('Name', 'Rut')
    fireEvent.keyDown(field('Name'), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(action).toHaveBeenCalledOnce())
  })

  it('shows the errors of the server, keeps the values and focuses the first field', async () => {
    render(toPage(() => reject({ name: 'Already taken.' })))
    type('Email', 'typed@example.org')
    type('Name', 'Typed')
    save()
    await waitFor(() => expect(errorOf('Name')).toBe('Already taken.'))
    expect(errorOf('Email')).toBeNull()
    expect([field('Email').value, field('Name').value]).toEqual(['typed@example.org', 'Typed'])
    expect(document.activeElement).toBe(field('Name'))
  })

  it('leaves the focus in a field where someone types meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    render(toPage(() => promise))
    type('Email', 'rut@example.org')
    type('Name', 'Rut')
    save()
    await waitFor(() => expect(isBusy()).toBe(true))
    field('Email').focus()
    resolve(reject({ name: 'Already taken.' }))
    await waitFor(() => expect(errorOf('Name')).toBe('Already taken.'))
    expect(document.activeElement).toBe(field('Email'))
  })
})

const isBusy = () =>
  screen.getByRole('button', { name: /Save/ }).getAttribute('aria-busy') === 'true'

describe('a form rendered after a submit without scripts', () => {
  const page = () => toPage(() => null, reject({ name: 'Already taken.' }, 'toast'))

  it('contains the errors, the message and the values', () => {
    const html = renderToString(page())
    expect(html).toContain('Already taken.')
    expect(html).toContain('Not today.')
    expect(html).toContain('value="Ruth"')
  })

  it('keeps them in the browser', () => {
    render(page())
    expect(errorOf('Name')).toBe('Already taken.')
    expect(field('Name').value).toBe('Ruth')
    expect(screen.getByRole('alert').textContent).toContain('Not today.')
  })
})

describe('the message of a rejected form', () => {
  it.each([
    ['alert', 'alert'],
    ['toast', 'status'],
    ['modal', 'dialog'],
  ] as const)('of the kind %s has the role %s', async (kind, role) => {
    render(toPage(() => reject({}, kind)))
    type('Email', 'rut@example.org')
    type('Name', 'Rut')
    save()
    await waitFor(() =>
      expect(
        screen.getAllByRole(role).some(({ textContent }) => textContent.includes('Not today.')),
      ).toBe(true),
    )
  })
})
