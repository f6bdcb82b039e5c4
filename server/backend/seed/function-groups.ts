/** How the function tree of a first start is written down. */

export interface SeedFunction {
  name: string;
  nameEn: string;
  url: string;
  code: string;
  /** Its screen is built. */
  on?: true;
  /** Of head office alone: what it sets holds for all tenants. */
  headOffice?: true;
  /** Image of the page description (specification 2.6). */
  help?: string;
}

export interface SeedGroup {
  name: string;
  nameEn: string;
  icon: string;
  functions: SeedFunction[];
}
