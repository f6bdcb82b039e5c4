/** The filter of exposure in the address; what is no id asks for everybody. */
export function exposureAsked(request: Request): { regionId?: number; salesmanId?: number } {
  const query = new URL(request.url).searchParams;
  const idOf = (name: string) => (/^[1-9]\d{0,14}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  const [regionId, salesmanId] = [idOf("regionId"), idOf("salesmanId")];
  return { ...(regionId !== null && { regionId }), ...(salesmanId !== null && { salesmanId }) };
}
