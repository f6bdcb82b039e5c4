/** What a tenant may grant at most, as conditions of statements. `app.corp_code` is the corp that they are about. */

/**
 * Whether a grant lies in the package of the tenant, or the tenant has none. `grant` is an alias with `fun_code` and
 * `button_code`.
 */
export const inPackage = (grant: string): string => `(
  not exists (select from own_package)
  or exists (
    select from own_package_right bound
    where bound.fun_code = ${grant}.fun_code and bound.button_code = ${grant}.button_code
  )
)`;

/** The same of one function, or of a button under whatever function: a value, or a column named with its table. */
export const functionInPackage = (fun: string): string => `(
  not exists (select from own_package)
  or exists (select from own_package_right bound where bound.fun_code = ${fun} and bound.button_code = '')
)`;

export const buttonInPackage = (button: string): string => `(
  not exists (select from own_package)
  or exists (select from own_package_right bound where bound.button_code = ${button})
)`;
