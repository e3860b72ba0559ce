import { router } from "@server/access";
import {
  addBeneficiary,
  editBeneficiary,
  makeDefaultBeneficiary,
  removeBeneficiary,
  updateBeneficiary,
} from "./change-account";
import {
  beneficiariesForMember,
  beneficiaryForAdmin,
  listAllBeneficiaries,
  listCompanyBeneficiaries,
} from "./list-accounts";

export const beneficiariesRouter = router({
  forMember: beneficiariesForMember,
  forAdmin: beneficiaryForAdmin,
  list: listCompanyBeneficiaries,
  add: addBeneficiary,
  update: updateBeneficiary,
  edit: editBeneficiary,
  makeDefault: makeDefaultBeneficiary,
  remove: removeBeneficiary,
  listAll: listAllBeneficiaries,
});
