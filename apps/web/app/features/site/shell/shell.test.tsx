// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { languages } from '@stoa/locales/languages'
import type { ReactNode } from 'react'
import { createRoutesStub, data, Link, Outlet } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { VisitProvider } from '../../../kernel/visit-context.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { Page } from '../../../ui/shell/page.tsx'
import { ErrorPage } from './error-page.tsx'
import { NavigationAids } from './navigation-aids.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

type Routes = Parameters<typeof createRoutesStub>[0]

function renderRoutes(routes: Routes, visit = aVisit(), path = '/') {
  const Stub = createRoutesStub(routes)
  return render(
    <VisitProvider value={visit}>
      <Stub initialEntries={[path]} />
    </VisitProvider>,
  )
}

function renderAt(path: string, element: ReactNode, visit = aVisit()) {
  return renderRoutes([{ path: '*', Component: () => element }], visit, path)
}

const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

beforeAll(() => configure({ asyncUtilTimeout: 20_000 }))
afterEach(cleanup)

describe('the header', () => {
  const header = <SiteHeader hasNavigation search={<input aria-label="Find" />} />

  it('offers a visitor to log in, back to the page, and to sign up', () => {
    renderAt('/questions?page=2', header)
    expect(hrefOf('Log in')).toBe('/users/login?redirect=%2Fquestions%3Fpage%3D2')
    expect(hrefOf('Sign up')).toBe('/users/register?redirect=%2Fquestions%3Fpage%3D2')
    expect(screen.queryByText(/Account menu/)).toBeNull()
  })

  it('offers no sign-up when registration is closed', () => {
    renderAt('/', header, aVisit({ site: { registrationOpen: false } }))
    expect(hrefOf('Log in')).toBeTruthy()
    expect(hrefOf('Sign up')).toBeUndefined()
  })

  it('shows a member the account menu with a form to log out', () => {
    renderAt('/', header, aVisit({ viewer: aViewer({ rank: 1234 }) }))
    expect(screen.getByText('Account menu for Rut')).toBeTruthy()
    expect(screen.getByText(/1,234/)).toBeTruthy()
    const form = screen.getByText('Log out').closest('form')
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/users/logout'])
    expect(hrefOf('Log in')).toBeUndefined()
  })

  it.each([
    ['shows', 'a visitor of a public site', aVisit()],
    ['hides', 'a visitor of a private site', aVisit({ site: { loginRequired: true } })],
    [
      'shows',
      'a member of a private site',
      aVisit({ site: { loginRequired: true }, viewer: aViewer() }),
    ],
  ])('%s the search for %s', (verb, _who, visit) => {
    renderAt('/', header, visit)
    expect(screen.queryByLabelText('Find') === null).toBe(verb === 'hides')
  })

  it('has a button to ask, except where one asks', () => {
    renderAt('/', header)
    expect(screen.getAllByRole('link', { name: 'Ask a question' }).length).toBe(2)
    cleanup()
    renderAt('/questions/ask', header)
    expect(screen.queryByRole('link', { name: 'Ask a question' })).toBeNull()
  })
})

describe('the footer', () => {
  it('offers every language and marks the current one', () => {
    renderAt('/tags?page=2', <SiteFooter />, aVisit({ locale: 'ar' }))
    const forms = [...document.querySelectorAll<HTMLFormElement>('form[action="/preferences"]')]
    const buttons = [...(forms[0]?.querySelectorAll('button') ?? [])]
    expect(buttons.map(({ value }) => value)).toEqual(languages.map(({ locale }) => locale))
    const current = buttons.filter((button) => button.hasAttribute('aria-current'))
    expect(current.map(({ value }) => value)).toEqual(['ar'])
    const targets = forms.map(
      (form) => form.querySelector<HTMLInputElement>('[name=return]')?.value,
    )
    expect(targets).toEqual(['/tags?page=2', '/tags?page=2'])
  })

  it('marks the theme and saves another', async () => {
    const sent = vi.fn<(values: object) => void>()
    renderRoutes(
      [
        { path: '/', Component: SiteFooter },
        {
          path: '/preferences',
          async action({ request }) {
            sent(Object.fromEntries(await request.formData()))
            return null
          },
        },
      ],
      aVisit({ theme: 'light' }),
    )
    const group = within(screen.getByRole('group', { name: 'Theme' }))
    expect(group.getByRole('button', { pressed: true })).toBe(group.getByLabelText('Light'))
    fireEvent.click(group.getByLabelText('Dark'))
    await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ return: '/', theme: 'dark' }))
  })
})

describe('the error page', () => {
  it.each([
    [404, 'Page not found'],
    [405, 'Page not found'],
    [401, 'Access denied'],
    [403, 'Access denied'],
    [400, 'Bad request'],
    [503, 'The site is busy'],
    [500, 'Something went wrong'],
  ])('of status %i says: %s', async (status, title) => {
    renderRoutes([
      {
        path: '/',
        loader: () => {
          throw data(null, { status })
        },
        Component: () => null,
        ErrorBoundary: ErrorPage,
        HydrateFallback: () => null,
      },
    ])
    expect((await screen.findByRole('heading')).textContent).toBe(title)
    expect(hrefOf('Back to home')).toBe('/')
  })

  it('of an exception says that something went wrong', async () => {
    const Broken = () => {
      throw new Error('broken')
    }
    vi.spyOn(console, 'error').mockImplementation(() => {})
    renderRoutes([{ path: '/', Component: Broken, ErrorBoundary: ErrorPage }])
    vi.restoreAllMocks()
    expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong')
  })
})

describe('a client-side navigation', () => {
  const { promise, resolve } = Promise.withResolvers<null>()

  it('shows its progress, then moves the focus to the page', async () => {
    renderRoutes([
      {
        path: '/',
        Component: () => (
          <>
            <NavigationAids />
            <Page>
              <Outlet />
            </Page>
          </>
        ),
        children: [
          { index: true, Component: () => <Link to="/next">Next</Link> },
          { path: 'next', loader: () => promise, Component: () => <p>Here</p> },
        ],
      },
    ])
    expect(screen.queryByRole('progressbar')).toBeNull()
    fireEvent.click(screen.getByText('Next'))
    await screen.findByRole('progressbar')
    resolve(null)
    await screen.findByText('Here')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})
