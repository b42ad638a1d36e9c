import { expect, it } from 'vitest'
import { siteForm } from './install-forms.ts'

const values = {
  lang: 'en_US',
  site_name: 'Porch',
  site_url: 'https://example.org',
  contact_email: '',
  community: 'course',
  demo_content: 'true',
  name: 'Rut',
  email: 'rut@example.org',
  password: 'a porch with columns',
  confirm: 'a porch with columns',
}

it('siteForm sends checkboxes as booleans and omits empty fields', () => {
  const input = siteForm.toInput(values)
  expect(input).toMatchObject({ community: 'course', demo_content: true })
  expect(input).not.toHaveProperty('contact_email')
  expect(input).not.toHaveProperty('confirm')
})
