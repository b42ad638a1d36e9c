// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ReasonDialog } from './reason-dialog.tsx'

afterEach(cleanup)

type Submit = (reason: string) => Promise<{ ok: boolean; error?: string }>

function open(outcome: Awaited<ReturnType<Submit>>) {
  const onClose = vi.fn<() => void>()
  const onSubmit = vi.fn<Submit>(() => Promise.resolve(outcome))
  render(
    <ReasonDialog
      title="Delete for good"
      description="Nobody can restore it."
      reasonLabel="Reason"
      missingText="Say why."
      maxLength={100}
      submitLabel="Delete"
      cancelLabel="Cancel"
      isSending={false}
      onClose={onClose}
      onSubmit={onSubmit}
    />,
  )
  const submit = (reason: string) => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: reason } })
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  }
  return { onClose, onSubmit, submit }
}

it('asks for a reason before it sends anything', async () => {
  const { onSubmit, submit } = open({ ok: true })
  submit('  ')
  expect(await screen.findByText('Say why.')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('sends the reason and closes', async () => {
  const { onClose, onSubmit, submit } = open({ ok: true })
  submit(' An address. ')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onSubmit).toHaveBeenCalledWith('An address.')
})

it('stays open with the error', async () => {
  const { onClose, submit } = open({ ok: false, error: 'It was restored.' })
  submit('An address.')
  expect(await screen.findByText('It was restored.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
