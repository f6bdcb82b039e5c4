/** Screens of parking: the booth, receipts, the sale of passes, the box that tries a tariff. */
import { parkingDesk, parkingReceipt } from "../../contract/parking/desk";
import { parkingPassForm } from "../../contract/parking/pass";
import { parkingTry } from "../../contract/parking/tariff";
import { page, type ScreenManifest } from "../screen-manifest";

export const parking: ScreenManifest = {
  pages: [
    page("/parking/desk", "parking/desk.tsx", parkingDesk),
    page("/parking/recordList/:id/receipt", "parking/receipt.tsx", parkingReceipt),
    page("/parking/passList/sell", "parking/pass-sale.tsx", parkingPassForm),
    page("/parking/tariffList/:id/try", "parking/tariff-try.tsx", parkingTry),
  ],
};
