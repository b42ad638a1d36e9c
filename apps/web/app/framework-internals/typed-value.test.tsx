// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { setTypedValue } from './typed-value.ts'

afterEach(cleanup)

function aField(kind: 'input' | 'textarea') {
  const changes: string[] = []
  const Field = kind
  const { container } = render(
    <Field defaultValue="" onChange={(event) => changes.push(event.currentTarget.value)} />,
  )
  return { field: container.querySelector<HTMLInputElement | HTMLTextAreaElement>(kind)!, changes }
}

describe.each(['input', 'textarea'] as const)('setTypedValue of a %s', (kind) => {
  it('is a change for React', () => {
    const { field, changes } = aField(kind)
    setTypedValue(field, 'Typed')
    const advice =
      'React notices changes of fields in another way: see framework-internals/typed-value.ts'
    expect(changes, advice).toEqual(['Typed'])
    expect(field.value, advice).toBe('Typed')
  })

  it('is needed because React ignores an assignment', () => {
    const { field, changes } = aField(kind)
    field.value = 'Assigned'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const hint = 'React notices assignments: remove framework-internals/typed-value.ts'
    expect(changes, hint).toEqual([])
  })
})
